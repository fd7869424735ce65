import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { TreePicker, type TreePickerProps } from '#ui/picker/tree-picker.tsx';

/** Twelve promoters: more than a list that fits. */
export const PEOPLE = [
  ...['Иванов Пётр', 'Петров Иван', 'Смирнов Олег', 'Попов Юрий', 'Соколов Илья', 'Зуев Егор'],
  ...['Титов Лев', 'Белов Марк', 'Орлов Глеб', 'Фомин Яков', 'Гусев Клим', 'Абрамов Тит'],
].map((name, at) => ({ id: at + 1, name }));

/** Works in groups, two deep. */
export const WORKS = [
  {
    id: 10,
    name: 'Кухня',
    children: [
      { id: 1, name: 'Плита' },
      { id: 20, name: 'Вода', children: [{ id: 2, name: 'Замена крана' }] },
    ],
  },
  { id: 3, name: 'Другое' },
];

type Settings = Partial<TreePickerProps>;

/** A picker that keeps its own choice. */
export function Chooser({ value: start = null, onChange, ...settings }: Settings) {
  const [value, setValue] = useState(start);
  const handleChange: TreePickerProps['onChange'] = id => {
    setValue(id);
    onChange?.(id);
  };
  return (
    <TreePicker
      label="Промоутер"
      name="promoter"
      options={PEOPLE}
      {...settings}
      value={value}
      onChange={handleChange}
    />
  );
}

/** The field of the picker. */
export const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Промоутер/ });
/** Its open list. */
export const list = () => screen.getByRole('listbox', { name: 'Промоутер' });
/** What can be chosen there, from top to bottom. */
export const names = (place: HTMLElement = list()) =>
  within(place)
    .queryAllByRole('option')
    .map(option => option.textContent);
