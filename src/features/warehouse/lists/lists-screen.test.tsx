import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { type ModeratorScreens, memoryServer, moderatorScreens } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { MODERATOR } from '#tests/support/warehouse-screens.tsx';
import * as downloading from '#ui/download.ts';
import { InventoriesScreen, StockMovesScreen } from '../unfinished-screens.tsx';
import { ReceiptsScreen, WriteOffsScreen } from './lists-screen.tsx';

/** Five receipts, the last changed of them ОП-5, two to a page; one write-off; and no other document. */
function listOf(path: string, page: number) {
  const receipt = (number: number) => ({
    id: number,
    transfer_code: `ОП-${number}`,
    carried: Number(number % 2 === 0),
    transfer_date: '2026-11-20',
    warehouse_to: 'Основной склад',
    description: '',
    ...more,
    updated_at: `2026-11-20 15:1${number}:00`,
  });
  const lost = (id: number, transfer_code: string) => ({
    ...receipt(id),
    transfer_code,
    warehouse_to: undefined,
    loss_from: 'Основной склад',
    ...more,
  });
  const all = path === '/api/enter' ? [5, 4, 3, 2, 1].map(receipt) : [lost(1, 'СП-1'), lost(7, '')];
  const data = all.slice(2 * page - 2, 2 * page);
  const from = data.length > 0 ? 2 * page - 1 : null;
  return {
    current_page: page,
    data,
    from,
    last_page: Math.ceil(all.length / 2),
    per_page: 2,
    to: from && from + data.length - 1,
    total: all.length,
    next_page_url: null,
    prev_page_url: null,
  };
}

let app: ModeratorScreens;
beforeEach(async () => {
  more = {};
  const server = memoryServer((path, { url }) =>
    /enter|loss/.test(path) ? listOf(path, Number(new URL(url).searchParams.get('page'))) : undefined,
  );
  app = await moderatorScreens(server, MODERATOR);
});

/** What the next receipts also have. */
let more: Record<string, unknown>;

function WithBack() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        назад
      </button>
      <ReceiptsScreen />
    </>
  );
}

const open = (at: string) =>
  app.open(at, {
    '/warehouse/enter/:page?': <WithBack />,
    '/warehouse/loss/:page?': <WriteOffsScreen />,
  });
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const codes = () => screen.getAllByRole('rowheader').map(cell => cell.textContent);
const row = (code: string) => screen.findByRole('row', { name: new RegExp(`${code} `) });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const findText = (words: string | RegExp) => screen.findByText(words);

test('where a backend sends loss_from, both lists show that and no other warehouse', async () => {
  more = { loss_from: 'Дальний склад' };
  const { unmount } = open('/warehouse/enter/1');
  expect(within(await row('ОП-4')).getAllByRole('cell')[3]?.textContent).toBe('Дальний склад');
  expect(screen.getByRole('columnheader', { name: /^Со склада/ })).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: /^На склад/ })).toBeNull();
  unmount();
  more = { loss_from: null, warehouse_to: 'Основной склад' };
  open('/warehouse/loss/1');
  expect(within(await row('СП-1')).getAllByRole('cell')[3]?.textContent).toBe('');
});

test('a receipt is told with number, state, day, warehouse, description and its last change', async () => {
  open('/warehouse/enter/1');
  const cells = within(await row('ОП-4')).getAllByRole('cell');
  expect(cells.map(cell => cell.textContent).slice(1)).toEqual([
    ...['Проведен', '20.11.2026', 'Основной склад', ''],
    expect.stringMatching(/^20\.11\.2026, \d\d:\d\d$/),
  ]);
  expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
    ...['', 'Номер', 'Проведен', 'Дата', 'На склад', 'Описание', 'Изменен'],
  ]);
  const link = screen.getByRole('link', { name: 'ОП-5' });
  expect(link.getAttribute('href')).toMatch(/^\/warehouse\/enter\/edit\/\d+$/);
  expect(codes().slice(0, 2)).toEqual(['ОП-5', 'ОП-4']);
  expect(screen.getByText('1-2 из 5')).toBeTruthy();
});

test('a write-off tells from which warehouse', async () => {
  open('/warehouse/loss');
  await row('СП-1');
  expect(address()).toBe('/warehouse/loss/1');
  expect(screen.getByRole('columnheader', { name: 'Со склада' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'СП-1' }).getAttribute('href')).toMatch(
    /^\/warehouse\/loss\/edit\//,
  );
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Списания');
});

test.each(['', '/0', '/abc', '/1.5', '/-1', '/01', '/99999999999999999999'])(
  'the address «/warehouse/enter%s» becomes that of the first page, and the way back does not lead there again',
  async page => {
    open(`/warehouse/enter${page}`);
    await row('ОП-5');
    expect(address()).toBe('/warehouse/enter/1');
    await press('назад');
    expect(address()).toBe('/warehouse/enter/1');
  },
);

test('each page has its address, and the way back leads to the page before', async () => {
  open('/warehouse/enter/1');
  await row('ОП-5');
  await press('Следующая страница');
  await row('ОП-3');
  expect([address(), codes().length]).toEqual(['/warehouse/enter/2', 2]);
  await press('Последняя страница');
  await row('ОП-1');
  expect([address(), codes().length]).toEqual(['/warehouse/enter/3', 1]);
  expect(screen.getByText('5-5 из 5')).toBeTruthy();
  await press('назад');
  await row('ОП-3');
  expect(address()).toBe('/warehouse/enter/2');
});

test('until another page is here the rows stay, the focus too; then the first of them come into sight', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  open('/warehouse/enter/1');
  await row('ОП-5');
  const held = app.network.hold('/api/enter');
  await press('Последняя страница');
  await held.arrived;
  expect([address(), codes()[0]]).toEqual(['/warehouse/enter/3', 'ОП-5']);
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  expect(scrolled).not.toHaveBeenCalled();
  held.release();
  await row('ОП-1');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Последняя страница' }));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
});

test('beyond the end it is said, and led to the last page', async () => {
  open('/warehouse/enter/99');
  expect(await findText('Страницы 99 нет: всего 3 страницы.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'На последнюю страницу' }));
  await row('ОП-1');
  expect(address()).toBe('/warehouse/enter/3');
  expect(document.activeElement).not.toBe(document.body);
});

test('from beyond the end the paginator leads to the last page too', async () => {
  open('/warehouse/enter/99');
  await findText('0-0 из 5');
  await press('Предыдущая страница');
  await row('ОП-1');
  expect(address()).toBe('/warehouse/enter/3');
});

test('a list without documents says so', async () => {
  const empty = { current_page: 1, data: [], from: null, last_page: 1, per_page: 15, to: null, total: 0 };
  const links = { next_page_url: null, prev_page_url: null };
  app.network.answer('/api/loss', () => answerOf({ ...empty, ...links }));
  open('/warehouse/loss/4');
  expect(await findText('Списаний пока нет.')).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Страницы' })).toBeNull();
});

test('without a network a page that was read stays with its time, one that was not says why, and both are reached', async () => {
  open('/warehouse/enter/1');
  await row('ОП-5');
  app.network.off();
  await press('Следующая страница');
  expect(await findText('Нет связи. Этот раздел работает только при связи.')).toBeTruthy();
  expect([address(), screen.queryByRole('table')]).toEqual(['/warehouse/enter/2', null]);
  expect(screen.getByText('3-4 из 5')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Следующая страница' }));
  await press('Предыдущая страница');
  await row('ОП-5');
  expect(screen.getByText(/^Обновлено .*\d\d:\d\d$/)).toBeTruthy();
  expect(await findText('Нет связи. Показано то, что загружено раньше.')).toBeTruthy();
  await press('Следующая страница');
  app.network.on();
  await press('Повторить');
  await row('ОП-3');
});

test('what is selected stays selected on other pages, and the file then holds that alone', async () => {
  const download = vi.spyOn(downloading, 'download').mockImplementation(() => {});
  open('/warehouse/enter/1');
  await row('ОП-5');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: ОП-4' }));
  await press('Следующая страница');
  await row('ОП-3');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: ОП-2' }));
  expect(screen.getByText('Выбрано: 2, на этой странице 1')).toBeTruthy();
  await press('Скачать CSV, только выбранные');
  await waitFor(() => expect(download).toHaveBeenCalled());
  const lines = download.mock.calls[0]?.[0].text.split('\r\n').map(line => line.split(';')[0]);
  expect(lines).toEqual(['\uFEFF"Номер"', '"ОП-4"', '"ОП-2"']);
  await press('Предыдущая страница');
  await row('ОП-5');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Выбрать: ОП-4' }).checked).toBe(true);
  await press('Снять выбор');
  expect(screen.getByRole('button', { name: 'Скачать CSV' })).toBeTruthy();
});

test('a document without a number can be opened and selected all the same', async () => {
  open('/warehouse/loss/1');
  const link = await screen.findByRole('link', { name: 'Без номера' });
  expect(link.getAttribute('href')).toBe('/warehouse/loss/edit/7');
  expect(screen.getByRole('checkbox', { name: 'Выбрать: Без номера' })).toBeTruthy();
});

const SECTIONS = [
  ['Оприходования', '/warehouse/enter/1'],
  ['Списания', '/warehouse/loss/1'],
  ['Перемещения', '/warehouse/move'],
  ['Инвентаризации', '/warehouse/inventory'],
];

const UNFINISHED = [
  ['Перемещения', '/warehouse/move', <StockMovesScreen key="moves" />],
  ['Инвентаризации', '/warehouse/inventory', <InventoriesScreen key="inventories" />],
] as const;

test.each(UNFINISHED)(
  '«%s» says that it is in development, shows no rows, and leads to what there is',
  async (...row) => {
    const [title, path, element] = row;
    app.open(path, { [path]: element });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
    const place = screen.getByRole('region', { name: 'Раздел в разработке' });
    expect(within(place).getByText('Раздел в разработке')).toBeTruthy();
    const ways = within(place).getAllByRole('link');
    expect(ways.map(way => way.getAttribute('href'))).toEqual(['/warehouse/enter/1', '/warehouse/loss/1']);
    for (const role of ['table', 'listitem', 'button']) expect(within(place).queryByRole(role)).toBeNull();
  },
);

test.each(UNFINISHED)(
  '«%s» leads whom the server keeps out of the warehouse to 403',
  async (_title, path, element) => {
    app.network.fault('/api/enter', '403');
    app.open(path, { [path]: element });
    await waitFor(() => expect(address()).toBe('/403'));
  },
);

test('the way between the sections names all four and marks where one is', async () => {
  app.open('/warehouse/move', { '/warehouse/move': <StockMovesScreen /> });
  const sections = await screen.findByRole('navigation', { name: 'Разделы склада' });
  const links = within(sections).getAllByRole('link');
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual(SECTIONS);
  expect(within(sections).getByRole('link', { current: 'page' }).textContent).toBe('Перемещения');
});
