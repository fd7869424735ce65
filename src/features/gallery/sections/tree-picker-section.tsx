import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/modal.tsx';
import { TreePicker, type TreePickerProps } from '#ui/picker/tree-picker.tsx';
import type { TreeOption } from '#ui/tree-option.ts';
import type { Section } from '../section.ts';

const SURNAMES = ['Иванов', 'Петров', 'Семёнов', 'Смирнов', 'Кузнецов', 'Попов', 'Васильев', 'Соколов'];
const NAMES = ['Пётр', 'Иван', 'Алексей', 'Олег', 'Дмитрий', 'Сергей', 'Юрий', 'Эдуард', 'Фёдор', 'Илья'];

const PEOPLE: readonly TreeOption[] = SURNAMES.flatMap((surname, row) =>
  NAMES.map((name, column) => ({ id: row * NAMES.length + column + 1, name: `${surname} ${name}` })),
);

const WORKS: readonly TreeOption[] = [
  {
    id: 'kitchen',
    name: 'Кухня',
    children: [
      { id: 1, name: 'Ремонт плиты' },
      {
        id: 'water',
        name: 'Вода',
        children: [
          { id: 2, name: 'Замена крана' },
          { id: 3, name: 'Подключение посудомоечной машины, которая стоит далеко от стояка' },
        ],
      },
    ],
  },
  { id: 'rooms', name: 'Комнаты', children: [{ id: 4, name: 'Розетка' }] },
  { id: 5, name: 'Другое' },
];

function Chooser(props: Partial<TreePickerProps> & { start?: TreePickerProps['value'] }) {
  const { start = null, ...looks } = props;
  const [value, setValue] = useState(start);
  return (
    <TreePicker
      label="Промоутер"
      name="gallery"
      options={PEOPLE}
      {...looks}
      value={value}
      onChange={setValue}
    />
  );
}

function InDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Выбрать в диалоге</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Новый отчет">
        <Chooser label="Промоутер в диалоге" name="gallery-dialog" />
      </Dialog>
    </>
  );
}

const shown = (state: string, content: ReactNode) => ({ state, content });
const noop = () => undefined;

export const section: Section = {
  title: 'Выбор из дерева',
  states: [
    shown('восемьдесят имен, ничего не выбрано', <Chooser hint="Имя, фамилия или их начало" />),
    shown('выбрано', <Chooser label="Промоутер выбран" start={12} />),
    shown('дерево', <Chooser label="Вид работ" name="gallery-works" options={WORKS} />),
    shown(
      'дерево, группы выбираются',
      <Chooser label="Раздел" name="gallery-groups" options={WORKS} groupsSelectable start="water" />,
    ),
    shown('обязательное, с отказом', <Chooser label="Кому" required error="Выберите промоутера" />),
    shown('недоступно', <Chooser label="Промоутер отчета" disabled start={12} />),
    shown('загружается', <Chooser label="Промоутер грузится" options={[]} busy />),
    shown('пустой список', <Chooser label="Промоутер из пустого списка" options={[]} />),
    shown(
      'не загрузилось',
      <Chooser label="Промоутер без связи" options={[]} problem="Список не загружен" onRetry={noop} />,
    ),
    shown('в диалоге', <InDialog />),
  ],
};
