// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Desk, moderatorDesk } from '#tests/support/moderator.tsx';
import { answerOf } from '#tests/support/network.ts';
import { plantDocument, plantWarehouse } from '#tests/support/planted-stock.ts';
import { setWidth } from '#tests/support/screen.tsx';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import * as downloading from '#ui/download.ts';
import { ReceiptsScreen, WriteOffsScreen } from './lists-screen.tsx';

const LONG = 'Слово'.repeat(400);

let server: TestServer;
let desk: Desk;

/** Forty receipts, the last changed of them ОП-40; one write-off; and no other document. */
beforeAll(async () => {
  server = await createTestServer();
  const warehouse_to_id = await plantWarehouse(server, 'Основной склад');
  const at = (minutes: number) => new Date(server.clock() + minutes * 60_000);
  for (let number = 1; number <= 40; number += 1) {
    await plantDocument(server, 'enter', {
      ...{ transfer_code: `ОП-${number}`, warehouse_to_id, carried: number % 2 === 0 },
      ...{ description: number === 40 ? LONG : '', updated_at: at(number) },
    });
  }
  await plantDocument(server, 'loss', { transfer_code: 'СП-1', warehouse_from_id: warehouse_to_id });
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  desk = await moderatorDesk(server, server.users.moderator);
  setWidth(1280);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
});

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
  desk.open(at, {
    '/warehouse/enter/:page?': <WithBack />,
    '/warehouse/loss/:page?': <WriteOffsScreen />,
    '/403': <h1>Forbidden</h1>,
  });
const address = () => screen.getByRole('status', { name: 'address' }).textContent;
const codes = () => screen.getAllByRole('rowheader').map(cell => cell.textContent);
const row = (code: string) => screen.findByRole('row', { name: new RegExp(`${code} `) });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const said = (words: string | RegExp) => screen.findByText(words);

test('a receipt is told with number, state, day, warehouse, description and its last change', async () => {
  open('/warehouse/enter/1');
  const cells = within(await row('ОП-39')).getAllByRole('cell');
  expect(cells.map(cell => cell.textContent).slice(1)).toEqual([
    ...['Не проведен', '20 ноября 2026', 'Основной склад', ''],
    expect.stringMatching(/^20 ноября 2026, \d\d:\d\d$/),
  ]);
  expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual([
    ...['', 'Номер', 'Проведен', 'Дата', 'На склад', 'Описание', 'Изменен'],
  ]);
  const link = screen.getByRole('link', { name: 'ОП-40' });
  expect(link.getAttribute('href')).toMatch(/^\/warehouse\/enter\/edit\/\d+$/);
  expect(codes().slice(0, 2)).toEqual(['ОП-40', 'ОП-39']);
  expect(screen.getByText('1-15 из 40')).toBeTruthy();
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
    await row('ОП-40');
    expect(address()).toBe('/warehouse/enter/1');
    await press('назад');
    expect(address()).toBe('/warehouse/enter/1');
  },
);

test('each page has its address, and the way back leads to the page before', async () => {
  open('/warehouse/enter/1');
  await row('ОП-40');
  await press('Следующая страница');
  await row('ОП-25');
  expect([address(), codes().length]).toEqual(['/warehouse/enter/2', 15]);
  await press('Последняя страница');
  await row('ОП-10');
  expect([address(), codes().length]).toEqual(['/warehouse/enter/3', 10]);
  expect(screen.getByText('31-40 из 40')).toBeTruthy();
  await press('назад');
  await row('ОП-25');
  expect(address()).toBe('/warehouse/enter/2');
});

test('until another page is here the rows stay, the focus too; then the first of them come into sight', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  open('/warehouse/enter/1');
  await row('ОП-40');
  const held = desk.network.hold('/api/enter');
  await press('Последняя страница');
  await held.arrived;
  expect([address(), codes()[0]]).toEqual(['/warehouse/enter/3', 'ОП-40']);
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  expect(scrolled).not.toHaveBeenCalled();
  held.release();
  await row('ОП-10');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Последняя страница' }));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: 'nearest' });
});

test('the late answer of a page that was passed by replaces nothing', async () => {
  open('/warehouse/enter/1');
  await row('ОП-40');
  const second = desk.network.hold('/api/enter');
  await press('Следующая страница');
  await second.arrived;
  await press('Следующая страница');
  await row('ОП-10');
  second.release();
  await press('Обновить');
  await waitFor(() => expect(desk.network.seen.filter(({ path }) => path === '/api/enter')).toHaveLength(4));
  expect([address(), codes()[0]]).toEqual(['/warehouse/enter/3', 'ОП-10']);
});

test('beyond the end it is said, and led to the last page', async () => {
  open('/warehouse/enter/99');
  expect(await said('Страницы 99 нет: всего 3 страницы.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'На последнюю страницу' }));
  await row('ОП-10');
  expect(address()).toBe('/warehouse/enter/3');
  expect(document.activeElement).not.toBe(document.body);
});

test('from beyond the end the paginator leads to the last page too', async () => {
  open('/warehouse/enter/99');
  await said('0-0 из 40');
  await press('Предыдущая страница');
  await row('ОП-10');
  expect(address()).toBe('/warehouse/enter/3');
});

test('a list without documents says so', async () => {
  const empty = { current_page: 1, data: [], from: null, last_page: 1, per_page: 15, to: null, total: 0 };
  const links = { next_page_url: null, prev_page_url: null };
  desk.network.answer('/api/loss', () => answerOf({ ...empty, ...links }));
  open('/warehouse/loss/4');
  expect(await said('Списаний пока нет.')).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Страницы' })).toBeNull();
});

test('without a network a page that was read stays with its time, one that was not says why, and both are reached', async () => {
  open('/warehouse/enter/1');
  await row('ОП-40');
  desk.network.off();
  await press('Следующая страница');
  expect(await said('Нет связи. Этот раздел работает только при связи.')).toBeTruthy();
  expect([address(), screen.queryByRole('table')]).toEqual(['/warehouse/enter/2', null]);
  expect(screen.getByText('16-30 из 40')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Следующая страница' }));
  await press('Предыдущая страница');
  await row('ОП-40');
  expect(screen.getByText(/^Обновлено .*\d\d:\d\d$/)).toBeTruthy();
  expect(await said('Нет связи. Показано то, что загружено раньше.')).toBeTruthy();
  await press('Следующая страница');
  desk.network.on();
  await press('Повторить');
  await row('ОП-25');
});

test('a server that fails is told, and asked again', async () => {
  desk.network.fault('/api/enter', '500-before');
  open('/warehouse/enter/1');
  expect(await said('Сервер не смог ответить. Повторите позже.')).toBeTruthy();
  await press('Повторить');
  await row('ОП-40');
});

test('who is refused is led to the 403 screen', async () => {
  desk.network.fault('/api/enter', '403', 9);
  open('/warehouse/enter/1');
  expect(await screen.findByRole('heading', { name: 'Forbidden' })).toBeTruthy();
});

test('what is selected stays selected on other pages, and the file then holds that alone', async () => {
  const download = vi.spyOn(downloading, 'download').mockImplementation(() => {});
  open('/warehouse/enter/1');
  await row('ОП-40');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: ОП-39' }));
  await press('Следующая страница');
  await row('ОП-25');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: ОП-11' }));
  expect(screen.getByText('Выбрано: 2')).toBeTruthy();
  await press('Скачать выбранные в CSV');
  await waitFor(() => expect(download).toHaveBeenCalled());
  const lines = download.mock.calls[0]?.[0].text.split('\r\n').map(line => line.split(';')[0]);
  expect(lines).toEqual(['\uFEFFНомер', 'ОП-39', 'ОП-11']);
  await press('Предыдущая страница');
  await row('ОП-40');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Выбрать: ОП-39' }).checked).toBe(true);
  await press('Снять выбор');
  expect(screen.getByRole('button', { name: 'Скачать CSV' })).toBeTruthy();
});

test('on a phone each document is a card under its number', async () => {
  setWidth(360);
  open('/warehouse/enter/1');
  const card = await screen.findByRole('article', { name: 'ОП-40' });
  expect(within(card).getByText('Основной склад')).toBeTruthy();
  expect(within(card).getByText(LONG)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a document without a number can be opened and selected all the same', async () => {
  const id = (await plantDocument(server, 'loss', { transfer_code: '' })).id;
  open('/warehouse/loss/1');
  const link = await screen.findByRole('link', { name: 'Без номера' });
  expect(link.getAttribute('href')).toBe(`/warehouse/loss/edit/${id}`);
  expect(screen.getByRole('checkbox', { name: 'Выбрать: Без номера' })).toBeTruthy();
});
