import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { CheckList, type CheckOption } from './check-list.tsx';

const ROLES = [
  { id: 'promoter', name: 'Промоутер' },
  { id: 'moderator', name: 'Модератор' },
  { id: 'admin', name: 'Администратор' },
];
const MANY = Array.from({ length: 200 }, (_, at) => ({ id: String(at + 1), name: `Значение ${at + 1}` }));

type Given = {
  options: readonly CheckOption[];
  start?: readonly string[];
  onChange?: (ids: string[]) => void;
};

function Ticked({ options, start = [], onChange }: Given) {
  const [value, setValue] = useState(start);
  const handleChange = (ids: string[]) => {
    setValue(ids);
    onChange?.(ids);
  };
  return <CheckList label="Роли" options={options} value={value} onChange={handleChange} />;
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');
const names = () => boxes().map(box => box.labels?.[0]?.textContent);
const search = () => screen.getByRole('searchbox', { name: 'Найти: Роли' });

it('ticks and unticks, and tells all that are ticked in the order of the list', async () => {
  const onChange = vi.fn();
  render(<Ticked options={ROLES} start={['admin']} onChange={onChange} />);
  const roles = within(screen.getByRole('group', { name: 'Роли' }));
  await userEvent.click(roles.getByRole('checkbox', { name: 'Промоутер' }));
  expect(onChange).toHaveBeenLastCalledWith(['promoter', 'admin']);
  await userEvent.click(roles.getByRole('checkbox', { name: 'Администратор' }));
  expect(onChange).toHaveBeenLastCalledWith(['promoter']);
});

it('needs no search for a short list', () => {
  render(<Ticked options={ROLES} />);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it('finds in a long list as one types, in any keyboard layout, and hides nothing that is ticked', async () => {
  render(<Ticked options={MANY} start={['7']} />);
  await userEvent.type(search(), 'pyfxtybt 199');
  expect(names()).toEqual(['Значение 7', 'Значение 199']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Значение 199' }));
  await userEvent.clear(search());
  expect(boxes().filter(({ checked }) => checked)).toHaveLength(2);
});

it('draws fifty of a long list and says how many more there are', () => {
  render(<Ticked options={MANY} start={['180']} />);
  expect(names()).toHaveLength(51);
  expect(names().at(-1)).toBe('Значение 180');
  expect(screen.getByRole('status').textContent).toBe('Еще 149 строк. Печатайте, чтобы найти.');
});

it('says that nothing was found', async () => {
  render(<Ticked options={MANY} />);
  await userEvent.type(search(), 'ъъъ');
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe('Ничего не найдено');
});
