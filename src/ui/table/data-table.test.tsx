import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { openXlsx } from '#kit/xlsx/read-xlsx.ts';
import { setWidth } from '#tests/support/screen.tsx';
import * as downloading from '../download.ts';
import * as toasts from '../toast.tsx';
import { type Column, type RowKey, sumOf } from './column.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';

type Person = { id: number; name: string; amount: number | null };

const PEOPLE: readonly Person[] = [
  { id: 2, name: 'Яков', amount: 100 },
  { id: 10, name: 'Ёлка', amount: null },
  { id: 1, name: 'Жук', amount: 25.5 },
];

const COLUMNS: readonly Column<Person>[] = [
  { id: 'name', title: 'Имя', value: row => row.name },
  { id: 'id', title: 'Номер', value: row => row.id, kind: 'code' },
  {
    id: 'amount',
    title: 'Сумма',
    value: row => row.amount,
    kind: 'money',
    total: sumOf(row => row.amount),
  },
];

type Props = Partial<DataTableProps<Person>>;

function Shown(props: Props) {
  const all = { name: 'test', caption: 'Люди', rows: PEOPLE, columns: COLUMNS, rowKey: keyOf, ...props };
  return (
    <MemoryRouter>
      <DataTable {...all} />
    </MemoryRouter>
  );
}

function keyOf({ id }: Person): number {
  return id;
}

/** A screen that keeps the selection, as all do. */
function Selecting({ first = [], ...props }: Props & { first?: readonly RowKey[] }) {
  const [ids, setIds] = useState(first);
  return (
    <>
      <output>{ids.join(' ')}</output>
      <Shown {...props} selection={{ ids, onChange: setIds }} />
    </>
  );
}

function names(): (string | null)[] {
  return screen
    .getAllByRole('rowheader')
    .flatMap(({ textContent }) => (textContent === 'Итого' ? [] : [textContent]));
}

function selected(): string | null | undefined {
  return document.querySelector('output')?.textContent;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('it is a native table with a name, sorted by id until somebody sorts', () => {
  render(<Shown />);
  expect(screen.getByRole('table', { name: 'Люди' }).tagName).toBe('TABLE');
  expect(names()).toEqual(['Жук', 'Яков', 'Ёлка']);
  expect(screen.getByRole('columnheader', { name: 'Номер' }).getAttribute('aria-sort')).toBe('ascending');
  expect(screen.getByRole('columnheader', { name: 'Имя' }).getAttribute('aria-sort')).toBe('none');
});

test('a title sorts upwards, pressed again downwards, and what is empty stays last', async () => {
  render(<Shown />);
  await press('Имя');
  expect(names()).toEqual(['Ёлка', 'Жук', 'Яков']);
  await press('Имя');
  expect(names()).toEqual(['Яков', 'Жук', 'Ёлка']);
  await press('Сумма');
  expect(names()).toEqual(['Яков', 'Жук', 'Ёлка']);
  expect(screen.getByRole('columnheader', { name: 'Сумма' }).getAttribute('aria-sort')).toBe('descending');
  await press('Сумма');
  expect(names()).toEqual(['Жук', 'Яков', 'Ёлка']);
});

test('an owner that keeps the sort is asked, and nothing moves until it answers', async () => {
  const onSort = vi.fn();
  render(<Shown sort={{ id: 'name', desc: true }} onSort={onSort} />);
  await press('Имя');
  expect(onSort).toHaveBeenCalledWith({ id: 'name', desc: false });
  expect(names()).toEqual(['Яков', 'Жук', 'Ёлка']);
});

test('the search narrows the rows, their totals, and says how many are left', async () => {
  render(<Shown filter={{}} />);
  expect(screen.getByText(/^125,50\sруб\.$/)).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'zrjd');
  expect(names()).toEqual(['Яков']);
  expect(screen.getByText('Показана 1 строка')).toBeTruthy();
  expect(screen.getAllByText(/^100\sруб\.$/)).toHaveLength(2);
  await userEvent.type(screen.getByRole('searchbox'), 'щ');
  expect(screen.getByText('Ничего не найдено.')).toBeTruthy();
  await press('Сбросить поиск');
  expect(names()).toHaveLength(3);
});

test('a checkbox adds its row, takes it out by its id, and clearing empties the selection', async () => {
  render(<Selecting first={[77]} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: Яков' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: Жук' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: Яков' }));
  expect(selected()).toBe('77 1');
  expect(screen.getByText('Выбрано: 2, на этой странице 1')).toBeTruthy();
  await press('Снять выбор');
  expect(selected()).toBe('');
});

test('the checkbox of the head is half checked for some, and selects or deselects all that are shown', async () => {
  render(<Selecting first={[10]} />);
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Выбрать все показанные' });
  expect(all.indeterminate).toBe(true);
  await userEvent.click(all);
  expect(selected()).toBe('10 1 2');
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  await userEvent.click(all);
  expect(selected()).toBe('');
});

test('a press with Shift selects all rows since the last one', async () => {
  render(<Selecting />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Жук' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Ёлка' }));
  expect(selected()).toBe('1 2 10');
});

test('rows by keyboard: arrows, Home, End, Space and x select, Shift goes on, Enter opens', async () => {
  const opened = vi.fn();
  render(
    <Selecting
      rowActions={row => (
        <button type="button" onClick={() => opened(row.id)}>
          Открыть
        </button>
      )}
    />,
  );
  const user = userEvent.setup();
  const [, first, second, third] = screen.getAllByRole('row');
  first?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0]);
  await user.keyboard(' ');
  expect(selected()).toBe('2');
  await user.keyboard('x');
  expect(selected()).toBe('');
  await user.keyboard('{Home}{Shift>}{ArrowDown}{/Shift}');
  expect(selected()).toBe('1 2');
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(third);
  await user.keyboard('{PageUp}{Enter}');
  expect(opened).toHaveBeenCalledWith(1);
});

test('while nothing has the focus, the keys lead to the row that was the last one, unless letters are switched off', async () => {
  render(<Selecting />);
  const user = userEvent.setup();
  const [, first, second] = screen.getAllByRole('row');
  await user.keyboard('j');
  expect(document.activeElement).toBe(first);
  await user.keyboard('j');
  second?.blur();
  await user.keyboard('x');
  expect(document.activeElement).toBe(second);
  expect(selected()).toBe('2');
  second?.blur();
  localStorage.setItem('application.remembered.single-keys', 'false');
  await user.keyboard('jx');
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await user.keyboard('x');
  expect(selected()).toBe('2');
  localStorage.clear();
});

test('Escape in an empty search leads back to the row that had the focus', async () => {
  render(<Selecting filter={{}} />);
  const [, first, second] = screen.getAllByRole('row');
  second?.focus();
  await userEvent.type(screen.getByRole('searchbox'), 'к');
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await userEvent.clear(screen.getByRole('searchbox'));
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('k');
  expect(document.activeElement).toBe(first);
});

test('the keys are told to readers', () => {
  render(<Selecting />);
  const id = screen.getByRole('table').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(id)?.textContent).toContain('Пробел или x выбирает строку');
});

test('a column that is hidden stays hidden on this device; the first one cannot be', async () => {
  render(<Shown />);
  await press('Вид');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Имя' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Сумма' }));
  expect(screen.queryByRole('columnheader', { name: 'Сумма' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'плотно' }));
  cleanup();
  render(<Shown />);
  expect(screen.queryByRole('columnheader', { name: 'Сумма' })).toBeNull();
  expect(screen.getByRole('table').className).toContain('dense');
  await press('Вид');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('checkbox', { name: 'Сумма' })).toBeNull();
});

test('chosen rows of other pages stay chosen, and it is told how many are on this one', () => {
  const page = { current_page: 2, last_page: 2, from: 51, to: 53, total: 53 };
  render(<Selecting first={[77, 78, 10]} paging={{ page, onPage: () => {} }} />);
  expect(screen.getByText('Выбрано: 3, на этой странице 1')).toBeTruthy();
});

test('without rows it says so, or that they are on their way', () => {
  const { rerender } = render(<Shown rows={[]} empty="У промоутера еще нет отчетов" />);
  expect(screen.getByText('У промоутера еще нет отчетов')).toBeTruthy();
  rerender(<Shown rows={[]} empty="У промоутера еще нет отчетов" busy />);
  expect(screen.queryByText('У промоутера еще нет отчетов')).toBeNull();
  rerender(<Shown busy />);
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText('Загрузка')).toBeTruthy();
});

test('the file has what is shown, in the order in which it is shown', async () => {
  const download = vi.spyOn(downloading, 'download').mockImplementation(() => {});
  render(<Shown filter={{ text: 'к' }} sort={{ id: 'name', desc: true }} csvName="Отчет №7" />);
  await press('Скачать CSV');
  await waitFor(() => expect(download).toHaveBeenCalled());
  expect(download.mock.calls[0]?.[0]).toEqual({
    text: '\uFEFF"Имя";"Номер";"Сумма"\r\n"Яков";"2";"100"\r\n"Жук";"1";"25,50"\r\n"Ёлка";"10";""',
    name: 'Отчет №7.csv',
    type: 'text/csv;charset=utf-8',
  });
  const { title } = screen.getByRole('button', { name: 'Скачать CSV' });
  expect(title).toBe('Разделитель «;», десятичный знак «,», все значения в кавычках, UTF-8.');
});

test('the file and the paper have folded rows too', async () => {
  const download = vi.spyOn(downloading, 'download').mockImplementation(() => {});
  const placeOf = ({ amount }: Person) => (amount === null ? 'folded' : 'sorted');
  const fold = {
    placeOf,
    isOpen: false,
    onToggle: () => {},
    label: (count: number) => `еще ${count}`,
  } as const;
  render(<Shown fold={fold} sort={{ id: 'name', desc: true }} csvName="Отчет" />);
  expect(screen.queryByText('Ёлка')).toBeNull();
  await press('Скачать CSV');
  await waitFor(() => expect(download).toHaveBeenCalled());
  expect(download.mock.calls[0]?.[0].text).toMatch(/"Яков".*\r\n"Жук".*\r\n"Ёлка"/);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('Ёлка')).toBeTruthy();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText('Ёлка')).toBeNull();
});

test('a file of one page of several says so', async () => {
  vi.spyOn(downloading, 'download').mockImplementation(() => {});
  const page = { current_page: 2, last_page: 2, from: 51, to: 53, total: 53 };
  render(<Shown paging={{ page, onPage: () => {} }} csvName="Отчеты" />);
  const notify = vi.spyOn(toasts, 'notify').mockImplementation(() => {});
  await press('Скачать CSV');
  await waitFor(() => expect(notify).toHaveBeenCalled());
  expect(notify.mock.calls[0]?.[0].message).toMatch(
    /^В файле только эта страница: 51-53 из 53\. Разделитель/,
  );
});

test('the file for spreadsheets has the same rows', async () => {
  const download = vi.spyOn(downloading, 'downloadBlob').mockImplementation(() => {});
  render(<Shown filter={{ text: 'к' }} sort={{ id: 'name', desc: true }} csvName="Отчет №7" />);
  await press('Скачать .xlsx');
  await waitFor(() => expect(download).toHaveBeenCalled());
  const [blob, name] = download.mock.calls[0] ?? [];
  expect(name).toBe('Отчет №7.xlsx');
  const [sheet] = await openXlsx(new Uint8Array((await blob?.arrayBuffer()) ?? []));
  const lines: (readonly string[])[] = [];
  for await (const { cells } of sheet?.rows() ?? []) lines.push(cells);
  expect(lines).toEqual([
    ['Имя', 'Номер', 'Сумма'],
    ['Яков', '2', '100'],
    ['Жук', '1', '25.5'],
    ['Ёлка', '10', ''],
  ]);
});

test('a file that cannot be made is told of, and can be asked for again', async () => {
  const said = vi.spyOn(toasts, 'notify').mockImplementation(() => {});
  vi.spyOn(downloading, 'downloadBlob').mockImplementation(() => {
    throw new Error('Failed to fetch dynamically imported module');
  });
  render(<Shown csvName="Отчет" />);
  await press('Скачать .xlsx');
  const message = 'Не удалось скачать .xlsx. Проверьте связь и повторите.';
  await waitFor(() => expect(said).toHaveBeenCalledWith(expect.objectContaining({ message })));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Скачать .xlsx' }).disabled).toBe(false);
});

test('on a phone each row is a card, sorted by a list, with totals and checkboxes', async () => {
  setWidth(360);
  render(<Selecting />);
  expect(screen.queryByRole('table')).toBeNull();
  const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(titles()).toEqual(['Итого', 'Жук', 'Яков', 'Ёлка']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Сортировка' }), 'Имя');
  expect(titles()).toEqual(['Итого', 'Ёлка', 'Жук', 'Яков']);
  await press('По возрастанию');
  expect(titles()).toEqual(['Итого', 'Яков', 'Жук', 'Ёлка']);
  const card = screen.getByRole('article', { name: 'Жук' });
  expect(within(card).getByText(/^25,50\sруб\.$/)).toBeTruthy();
  expect(within(screen.getByRole('article', { name: 'Ёлка' })).queryByText('Сумма')).toBeNull();
  await userEvent.click(within(card).getByRole('checkbox', { name: 'Выбрать: Жук' }));
  expect(selected()).toBe('1');
});

test('on a phone what counts most stands beside the name, and nowhere else', () => {
  setWidth(360);
  render(<Shown columns={COLUMNS.map(column => ({ ...column, isMain: column.id === 'amount' }))} />);
  const card = screen.getByRole('article', { name: 'Жук' });
  expect(card.querySelector('header')?.textContent).toMatch(/^ЖукСумма: 25,50\sруб\.$/);
  expect(
    within(card)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['Номер']);
});

const MANY: readonly Person[] = Array.from({ length: 300 }, (_, at) => ({
  id: at + 1,
  name: `Имя ${at + 1}`,
  amount: at,
}));

/** The emulated document has no sizes. */
function giveSizes(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'TR' ? 48 : 600;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
}

test('of a long table only a part is in the document, and readers are told of the whole', () => {
  giveSizes();
  render(<Shown rows={MANY} />);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('302');
  expect(names().length).toBeGreaterThan(10);
  expect(names().length).toBeLessThan(60);
  expect(screen.getByRole('row', { name: /^Имя 1 / }).getAttribute('aria-rowindex')).toBe('2');
});

test('on paper a long table is whole, and cut again afterwards', async () => {
  giveSizes();
  render(<Shown rows={MANY} />);
  window.dispatchEvent(new Event('beforeprint'));
  expect(names()).toHaveLength(300);
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(names().length).toBeLessThan(60));
});
