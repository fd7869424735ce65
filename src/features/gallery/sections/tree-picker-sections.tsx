import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/modal.tsx';
import { TreePicker } from '#ui/picker/tree-picker.tsx';
import type { TreeOption } from '#ui/tree-option.ts';
import { type Section, withValue } from '../section.ts';

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

const Chooser = withValue(TreePicker, null);
const person = { label: 'Промоутер', name: 'gallery', options: PEOPLE };

function InDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Выбрать в диалоге</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Новый отчет">
        <Chooser {...person} label="Промоутер в диалоге" name="gallery-dialog" />
      </Dialog>
    </>
  );
}

const noop = () => undefined;

export const sections: Section[] = [
  {
    title: 'Выбор из дерева',
    states: {
      'восемьдесят имен, ничего не выбрано': <Chooser {...person} hint="Имя, фамилия или их начало" />,
      выбрано: <Chooser {...person} label="Промоутер выбран" start={12} />,
      дерево: <Chooser label="Вид работ" name="gallery-works" options={WORKS} />,
      'дерево, группы выбираются': (
        <Chooser label="Раздел" name="gallery-groups" options={WORKS} groupsSelectable start="water" />
      ),
      'обязательное, с отказом': <Chooser {...person} label="Кому" required error="Выберите промоутера" />,
      недоступно: <Chooser {...person} label="Промоутер отчета" disabled start={12} />,
      загружается: <Chooser {...person} label="Промоутер грузится" options={[]} busy />,
      'пустой список': <Chooser {...person} label="Промоутер из пустого списка" options={[]} />,
      'не загрузилось': (
        <Chooser
          {...person}
          label="Промоутер без связи"
          options={[]}
          failure={{ unanswered: false, why: 'Список не загружен', signIn: false }}
          onRetry={noop}
        />
      ),
      'в диалоге': <InDialog />,
    },
  },
];
