// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '#tests/support/network.ts';
import { plantStock } from '#tests/support/planted-stock.ts';
import { createTestServer, type TestServer } from '#tests/support/server.ts';
import { field, press, retype, type StockDesk, stockDesk } from '#tests/support/stock-desk.tsx';
import { wouldLoseInput } from '#ui/form/open-forms.ts';

let server: TestServer;
let desk: StockDesk;

beforeAll(async () => {
  server = await createTestServer();
  desk = await stockDesk(server, await plantStock(server));
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  desk = await stockDesk(server, desk.stock);
});
afterEach(cleanup);

const address = () => screen.getByRole('status', { name: 'address' }).textContent;

describe('the address', () => {
  test.each([
    '/warehouse/move/edit/1',
    '/warehouse/constructor/edit/1',
    '/warehouse/..%2Fusers/edit/1',
    '/warehouse/ENTER/edit/1',
    '/warehouse/enter/edit/abc',
    '/warehouse/enter/edit/0',
    '/warehouse/enter/edit/1e3',
    '/warehouse/loss/edit/-1',
    '/warehouse/enter/edit/99999999999999999999',
  ])('%s is no document: the page is not found, and the server is not asked', async at => {
    desk.openAt(at);
    await waitFor(() => expect(address()).toBe('/404'));
    expect(desk.network.seen.filter(({ path }) => /enter|loss|move/.test(path))).toEqual([]);
  });

  test('a document that is not there says so, with the way back to its list', async () => {
    desk.openAt('/warehouse/loss/edit/987654');
    expect(await screen.findByText(/^Такого документа нет/)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'К списку' }));
    expect(address()).toBe('/warehouse/loss/1');
  });

  test('a receipt is no write-off', async () => {
    desk.openAt(`/warehouse/loss/edit/${desk.stock.receipt.id}`);
    expect(await screen.findByText(/^Такого документа нет/)).toBeTruthy();
  });

  test('403 leads to the forbidden screen', async () => {
    desk.network.fault(`/api/enter/${desk.stock.receipt.id}`, '403');
    desk.openAt(`/warehouse/enter/edit/${desk.stock.receipt.id}`);
    await waitFor(() => expect(address()).toBe('/403'));
  });

  test('without a network that is said, and the document comes by itself later', async () => {
    desk.network.fault(`/api/enter/${desk.stock.receipt.id}`, 'drop-before');
    desk.network.fault('/user/list', 'drop-before');
    desk.openAt(`/warehouse/enter/edit/${desk.stock.receipt.id}`);
    expect(await screen.findByText('Нет связи. Этот раздел работает только при связи.')).toBeTruthy();
    await press('Повторить');
    expect(await screen.findByRole('heading', { name: 'Оприходование ОП-000001' })).toBeTruthy();
  });
});

describe('a receipt', () => {
  test('shows every field as it is stored', async () => {
    await desk.show();
    expect(field(/^Номер/).value).toBe('ОП-000001');
    expect(field(/^Дата/).value).toBe('2026-11-20');
    expect(field(/^На склад/).value).toBe('Основной склад');
    await screen.findByRole('option', { name: server.users.colleague.name });
    expect(field(/^Контрагент/).value).toBe(String(server.users.colleague.id));
    expect(field(/^Входящий номер/).value).toBe('УПД-77');
    expect(field(/^Входящая дата/).value).toBe('2026-11-19');
    expect(field(/^НДС, %/).value).toBe('20');
    expect(field('НДС включен в цену').checked).toBe(true);
    expect(field('Проведен').checked).toBe(true);
    expect(field(/^Описание/).value).toBe('Первая поставка');
    expect(field(/^Компания/).disabled).toBe(true);
    expect(screen.getByText('Список компаний пока не подключен')).toBeTruthy();
    expect(within(field(/^Компания/)).getAllByRole('option')).toHaveLength(1);
    expect(screen.getByText('Насос сливной')).toBeTruthy();
  });

  test('who is stored stays chosen, before the list of users has come, without it, and when they are not in it', async () => {
    desk.network.fault('/user/list', '500-before');
    desk.network.answer(`/api/enter/${desk.stock.receipt.id}`, () =>
      answerOf(foreign({ contract_id: 7000 })),
    );
    await desk.show();
    expect(screen.getByRole<HTMLOptionElement>('option', { name: 'Пользователь №7000' }).selected).toBe(true);
    expect(await screen.findByText(/^Список пользователей не загрузился/)).toBeTruthy();
  });

  test('nothing is asked when nothing has changed, also after typing the same back', async () => {
    await desk.show();
    expect(wouldLoseInput()).toBe(false);
    await retype(/^Номер/, 'ОП-2');
    expect(wouldLoseInput()).toBe(true);
    await retype(/^Номер/, 'ОП-000001');
    expect(wouldLoseInput()).toBe(false);
    const count = screen.getByLabelText('Количество, строка 1');
    await userEvent.type(count, '7');
    expect(wouldLoseInput()).toBe(true);
    await userEvent.type(count, '{Backspace}');
    expect(wouldLoseInput()).toBe(false);
  });

  test('a bad head and bad lines are told together, at the first attempt', async () => {
    await desk.show();
    await retype(/^Номер/, '');
    await retype(/^НДС, %/, '101');
    await userEvent.clear(screen.getByLabelText('Количество, строка 2'));
    await press('Сохранить');
    const summary = await screen.findByRole('alert', { name: '3 ошибки в форме' });
    expect(
      within(summary)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Заполните поле «Номер»',
      'Поле «НДС, %»: от 0 до 100',
      expect.stringMatching(/^Строка 2, Количество: /),
    ]);
    expect(document.activeElement).toBe(summary);
    await userEvent.click(within(summary).getByRole('button', { name: /Строка 2/ }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Количество, строка 2')));
    expect(desk.saves()).toEqual([]);
  });

  test('bad lines alone are told too', async () => {
    await desk.show();
    await userEvent.clear(screen.getByLabelText('Цена, руб., строка 1'));
    await press('Сохранить');
    expect(await screen.findByRole('alert', { name: '1 ошибка в форме' })).toBeTruthy();
    expect(desk.saves()).toEqual([]);
  });

  function foreign(change: object) {
    return {
      ...{ id: desk.stock.receipt.id, transfer_code: 'ОП-000001', transfer_date: '2026-11-20' },
      ...{ nomenclature: [], warehouse_to: 'Основной склад', carried: 1, ...change },
    };
  }
});

describe('a write-off', () => {
  test('can be looked at, and says why no more than that', async () => {
    await desk.show('loss');
    expect(screen.getByText('Списание можно только посмотреть: изменить его пока нельзя.')).toBeTruthy();
    const value = (term: string) =>
      screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;
    expect(['Номер', 'Дата', 'Со склада', 'Описание', 'Входящий номер', 'НДС, %'].map(value)).toEqual([
      ...['СП-000001', '20 ноября 2026', 'Основной склад', 'Первая поставка', 'УПД-77', '20'],
    ]);
    await waitFor(() => expect(value('Контрагент')).toBe(server.users.colleague.name));
    expect(screen.getByText('Насос сливной')).toBeTruthy();
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(screen.queryAllByRole('searchbox')).toEqual([]);
    expect(screen.queryByRole('button', { name: /Сохранить|Удалить/ })).toBeNull();
    expect(wouldLoseInput()).toBe(false);
  });
});
