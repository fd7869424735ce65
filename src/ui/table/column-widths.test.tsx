import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

type Person = { id: number; name: string; town: string };

const PEOPLE: readonly Person[] = [
  { id: 1, name: 'Жук', town: 'Тверь' },
  { id: 2, name: 'Яков', town: 'Псков' },
];

/** How often a cell was drawn. */
const drawn = vi.fn();

const COLUMNS: readonly Column<Person>[] = [
  { id: 'id', title: 'Номер', value: row => row.id, kind: 'code' },
  {
    id: 'name',
    title: 'Имя',
    value: row => row.name,
    cell: row => {
      drawn();
      return row.name;
    },
  },
  { id: 'town', title: 'Город', value: row => row.town },
];

const keyOf = ({ id }: Person) => id;

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 199.5, 40));
  render(<DataTable name="widths" caption="Люди" rows={PEOPLE} columns={COLUMNS} rowKey={keyOf} />);
});

const handle = (title = 'Имя') => screen.getByRole('separator', { name: `Ширина столбца: ${title}` });
const table = () => screen.getByRole('table');
const width = (at: number) => table().style.getPropertyValue(`--width-${at}`);

test('the edge of a title makes its column wider by keyboard, on this device for good, and Enter resets it', async () => {
  expect(handle().getAttribute('aria-valuetext')).toBe('по содержимому');
  handle().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement).toBe(handle());
  cleanup();
  render(<DataTable name="widths" caption="Люди" rows={PEOPLE} columns={COLUMNS} rowKey={keyOf} />);
  // Each press goes on from how wide the column is, which is always 200 px here.
  expect([width(0), width(1), width(2)]).toEqual(['200px', '184px', '200px']);
  expect(handle().getAttribute('aria-valuenow')).toBe('184');
  // The last one takes what is left of the table.
  expect(table().style.getPropertyValue('--columns')).toMatch(/minmax\(var\(--width-2\), 1fr\)$/);
  handle().focus();
  await userEvent.keyboard('{Enter}');
  expect(width(1)).toMatch(/ch/);
  await userEvent.click(screen.getByRole('button', { name: 'Вид' }));
  await userEvent.click(screen.getByRole('button', { name: 'Сбросить ширину столбцов' }));
  expect(width(0)).toBe('');
});

test('dragging changes one property of the table, and draws no row again', () => {
  drawn.mockClear();
  fireEvent.pointerDown(handle(), { button: 0, pointerId: 1, clientX: 100 });
  for (const clientX of [110, 150, 90]) fireEvent.pointerMove(handle(), { pointerId: 1, clientX });
  expect(width(1)).toBe('190px');
  fireEvent.pointerUp(handle(), { pointerId: 1, clientX: 90 });
  expect(width(1)).toBe('190px');
  expect(drawn).not.toHaveBeenCalled();
  fireEvent.doubleClick(handle());
  expect(width(1)).toMatch(/ch/);
});

test('a pinned column stands beside the first one', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Вид' }));
  await userEvent.click(screen.getByRole('button', { name: 'Закрепить слева: Город' }));
  const titles = screen.getAllByRole('columnheader').map(head => head.textContent);
  expect(titles).toEqual(['Номер', 'Город', 'Имя']);
  expect(screen.getByRole('columnheader', { name: 'Город' }).style.left).toBe('var(--left-1)');
  // Where the first one ends, which is as wide as the browser has made it: nothing becomes wider by a pin.
  expect(table().style.getPropertyValue('--left-1')).toBe('199.5px');
  expect([0, 1, 2].map(width)).toEqual(['', '', '']);
  expect(screen.getByRole('button', { name: 'Закрепить слева: Город' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});
