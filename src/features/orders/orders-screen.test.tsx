import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { orderValues, refused, requestList, requestRow } from '#tests/support/cached-rows.ts';
import { answerOf } from '#tests/support/network.ts';
import { anna } from '#tests/support/phone.ts';
import { openScreen, type ScreenPhone, screenPhone, setWidth } from '#tests/support/screen.tsx';
import { rememberAddress } from './offline/last-order.ts';
import { OrderTypeScreen } from './order-type-screen.tsx';
import { OrdersScreen } from './orders-screen.tsx';

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});

const open = (query = '') => openScreen(handset.device, <OrdersScreen />, `/promo/orders${query}`);

/** An hour before the phone's noon in Moscow. */
const SEEN_AT = Date.parse('2026-11-20T08:00:00Z');
/** A request as this phone saw it an hour ago. */
const requestSeen = (id: number, percent: number | null) =>
  requestRow(id, { client_fio: `Клиент ${id}`, percent, address: 'Лесная, 5', refreshedAt: SEEN_AT });

/** What this phone saw an hour ago: one of two pages of all requests, no paid and no done one. */
async function seeBefore(): Promise<void> {
  const { requests, requestLists } = handset.phone.book().cache;
  await requests.put(requestSeen(1, 150));
  await requests.put(requestSeen(2, null));
  const counts = { all: 3, paid: 0, done: 0 };
  const list = { counts, refreshedAt: SEEN_AT, total: 3 };
  await requestLists.bulkPut([
    requestList('all', { ...list, ids: [1, 2], percentSum: 1500, lastPage: 2 }),
    requestList('paid', list),
    requestList('done', list),
  ]);
}

const order = orderValues();

it('shows what was seen by day, with its sum, its codes and its calls', async () => {
  await seeBefore();
  open();
  const row = await screen.findByRole('article', { name: 'Клиент 1' });
  expect(screen.getByText('Показаны все заявки')).toBeTruthy();
  expect(screen.getByText('Процент: 1 500 руб.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Сегодня, 20 ноября 2026' })).toBeTruthy();
  expect(within(row).getByText(/150/).parentElement?.textContent).toBe('Процент: 150\u00a0руб.');
  expect(within(row).getByText('Ноутбук · Лесная, 5')).toBeTruthy();
  expect(
    within(row)
      .getByRole('link', { name: /Позвонить/ })
      .getAttribute('href'),
  ).toBe('tel:+70001234567');
  const link = within(row).getByRole('link', { name: 'Заявка Л-1' });
  expect(link.getAttribute('href')).toBe('/promo/request/1');
  expect(link.childElementCount).toBe(0);
  const other = screen.getByRole('article', { name: 'Клиент 2' });
  expect(within(other).queryByText(/Процент/)).toBeNull();
  expect(screen.getByText('Отображено 1 - 2 из 3')).toBeTruthy();
  expect(await screen.findByText('Обновлено в 11:00')).toBeTruthy();
});

it.each([
  [1, 'Процент показанных заявок: 450,30 руб.'],
  [2, 'Процент: 450,30 руб.'],
])('counts what the server does not, of %i of 2 pages, and says so', async (currentPage, sum) => {
  const { requests, requestLists } = handset.phone.book().cache;
  await requests.bulkPut([requestSeen(1, 150), { ...requestSeen(2, null), tofirm: 1001 }]);
  const counts = { all: 2, paid: 0, done: 0 };
  await requestLists.put(
    requestList('all', { counts, total: 2, ids: [1, 2], percentSum: null, currentPage, lastPage: 2 }),
  );
  open();
  const other = await screen.findByRole('article', { name: 'Клиент 2' });
  expect(other.textContent).toContain('Процент: 300,30\u00a0руб., посчитано приложением');
  expect(screen.getByRole('article', { name: 'Клиент 1' }).textContent).not.toContain('посчитано');
  expect(screen.getByText(sum).parentElement?.textContent).toContain('посчитано приложением');
});

it('says why the next page cannot come without a network', async () => {
  await seeBefore();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Подгрузить еще' }));
  expect(await screen.findByText(/Следующая страница не загрузилась/)).toBeTruthy();
});

it('appends the next page, says so to readers, and knows when it was the last', async () => {
  const received = {
    list: [{ ...requestSeen(3, null), created_at: '2026-11-18 10:00:00' }],
    percentSum: 1500,
  };
  const paging = { current_page: 2, last_page: 2, per_page: 2, from: 3, to: 3, total: 3 };
  const page = { ...received, ...paging, status: 'all', counts: { all: 3, paid: 0, done: 0 } };
  handset = await screenPhone(() => answerOf(page));
  await seeBefore();
  open();
  const more = await screen.findByRole('button', { name: 'Подгрузить еще' });
  await screen.findByText(/^Нет связи/);
  handset.network.on();
  await userEvent.click(more);
  expect(await screen.findByText('Загружено еще 1, всего 3')).toBeTruthy();
  expect(screen.getByText('Отображено 1 - 3 из 3')).toBeTruthy();
  expect(screen.getByRole('region', { name: '18 ноября 2026' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Подгрузить еще' })).toBeNull();
});

it('applies a filter at once, from the device, and asks the server with «Фильтровать»', async () => {
  await seeBefore();
  open();
  await screen.findByRole('article', { name: 'Клиент 1' });
  await userEvent.click(screen.getByRole('radio', { name: /Оплаченные/ }));
  expect(await screen.findByText('Показаны оплаченные заявки')).toBeTruthy();
  expect(await screen.findByText('Оплаченные заявки не найдены.')).toBeTruthy();
  expect(screen.queryByText(/Отображено/)).toBeNull();
  handset.network.on();
  await userEvent.click(screen.getByRole('button', { name: 'Фильтровать' }));
  await waitFor(() =>
    expect(handset.network.seen.map(({ body }) => body)).toContain(JSON.stringify({ status: 'paid' })),
  );
});

describe('the search', () => {
  const shown = () => screen.getAllByRole('article').map(row => row.getAttribute('aria-label'));

  beforeEach(async () => {
    await seeBefore();
    const { requests } = handset.phone.book().cache;
    const phones = [{ full_phone: '0007654321' }];
    await requests.put({ ...requestSeen(2, null), phones, work_name: 'Холодильник', address: 'Полевая, 9' });
    // Further down than the list was loaded.
    const older = { fullcode: 'Л-000209', created_at: '2026-11-01 10:00:00' };
    await requests.put({ ...requestSeen(9, null), ...older });
  });

  it.each([
    ['2 клиент холод', ['Клиент 2']],
    ['л-000209', ['Клиент 9']],
    ['полевая', ['Клиент 2']],
    ['[jkjlbkmybr', ['Клиент 2']],
    ['\u202aтел. 8\u2011000\u2011765\u201143\u201121, клиент', ['Клиент 2']],
    ['лесная', ['Анна Ёлкина', 'Клиент 1', 'Клиент 9']],
  ])('finds by name, code, address, work and phone what is on the device: %s', async (text, found) => {
    await handset.phone.save('order.create', order);
    open();
    await screen.findByRole('article', { name: 'Клиент 1' });
    await userEvent.click(screen.getByRole('searchbox'));
    await userEvent.paste(text);
    expect(await screen.findByText(`Найдено: ${found.length}`)).toBeTruthy();
    expect(shown()).toEqual(found);
    expect(screen.queryByText(/Отображено/)).toBeNull();
  });

  it('lives in the address, and says when it finds nothing', async () => {
    open('?search=лесная');
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('лесная');
    expect(await screen.findByText('Найдено: 2')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'ъъ');
    expect(await screen.findByText('Среди загруженных заявок ничего не найдено')).toBeTruthy();
  });
});

it('opens all numbers of somebody who has several', async () => {
  await seeBefore();
  const phones = ['0001234567', '0007654321'].map(full_phone => ({ full_phone }));
  await handset.phone.book().cache.requests.put({ ...requestSeen(2, null), phones });
  open();
  await userEvent.click(await screen.findByRole('button', { name: '2 номера: Клиент 2' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Клиент 2' }));
  expect(sheet.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    'tel:+70001234567',
    'tel:+70007654321',
  ]);
});

it('knows work and address of an order that was sent from here, where the server tells neither', async () => {
  await seeBefore();
  const { requests } = handset.phone.book().cache;
  const { address: _, ...bare } = requestSeen(2, null);
  await requests.put({ ...bare, work_name: '' });
  const { id, seq } = await handset.phone.save('order.create', order);
  await handset.phone.db.entries.update(seq, { state: 'done', code: 'Л-2', serverId: 2, settledTick: 0 });
  await rememberAddress(handset.phone.book(), { ...order, entryId: id }, 1);
  open();
  const row = await screen.findByRole('article', { name: 'Клиент 2' });
  expect(within(row).getByText('Ноутбук · Лесная, 5')).toBeTruthy();
});

it.each([
  ['done', 'Показаны выполненные заявки', 'Выполненные заявки не найдены.'],
  ['paid', 'Показаны оплаченные заявки', 'Оплаченные заявки не найдены.'],
])('finds nothing %s in its own words', async (status, shown, none) => {
  await seeBefore();
  open(`?status=${status}`);
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(await screen.findByText(none)).toBeTruthy();
});

it('shows what waits above the list and does not count it there', async () => {
  await seeBefore();
  const { id } = await handset.phone.save('order.create', order);
  open();
  const waiting = await screen.findByRole('region', { name: 'Ждут отправки (1)' });
  const row = within(waiting).getByRole('article', { name: 'Анна Ёлкина' });
  expect(row.textContent).toContain('Ждет отправки');
  const link = within(row).getByRole('link', { name: 'В очереди: Анна Ёлкина' });
  expect(link.getAttribute('href')).toBe(`/promo/outbox?entry=${id}`);
  expect(within(waiting).getByText('Ноутбук · Лесная, 5')).toBeTruthy();
  expect(await screen.findByText('Отображено 1 - 2 из 3')).toBeTruthy();
});

it('shows a confirmed order with its code until the list has it', async () => {
  const { seq } = await handset.phone.save('order.create', order);
  await handset.phone.db.entries.update(seq, { state: 'done', code: 'Л-000201', settledTick: 5 });
  open();
  const sent = await screen.findByRole('region', { name: 'Только что отправлены' });
  expect(within(sent).getByRole('link', { name: 'Заявка Л-000201' })).toBeTruthy();
  expect(within(sent).getByText('Отправлено')).toBeTruthy();
  expect(screen.queryByText(/Ждут отправки/)).toBeNull();
});

it('says of a refused order why', async () => {
  const { seq } = await handset.phone.save('order.create', order);
  await handset.phone.db.entries.update(seq, refused({ fields: { street: ['Такой улицы нет'] } }));
  open();
  const row = await screen.findByRole('article', { name: 'Анна Ёлкина' });
  expect(row.textContent).toContain('Не отправлено');
  expect(row.textContent).toContain('Такой улицы нет');
});

it('says that nothing was ever loaded here, never that it is forbidden', async () => {
  open();
  expect((await screen.findByRole('alert')).textContent).toContain('еще не загружались');
});

it('offers both kinds of order with the contact kept, but only with their lists', async () => {
  openScreen(handset.device, <OrderTypeScreen />, '/promo/orders/add?contact=7');
  expect(await screen.findAllByText(/еще не загружены/)).toHaveLength(2);
  const names = ['basaDistrictList', 'basaWorkList'];
  await handset.phone
    .book()
    .cache.references.bulkPut(names.map(name => ({ name, items: [], refreshedAt: 1 })));
  const home = await screen.findByRole('link', { name: 'На дом' });
  expect(home.getAttribute('href')).toBe('/promo/orders/add/basa?contact=7');
  expect(screen.getByRole('button', { name: 'В мастерскую' }).getAttribute('aria-disabled')).toBe('true');
});

it.each([
  ['blocked', 'Уйдет после контакта'],
  ['question', 'Нужен ваш ответ'],
  ['parked', 'Ждет обновления приложения'],
])('says in words that an order is %s', async (state, words) => {
  const contact = state === 'blocked' ? (await handset.phone.save('contact.create', anna)).id : '7';
  const { seq } = await handset.phone.save('order.create', { ...order, contact });
  if (state === 'question') {
    const matches = [{ serverId: 1, code: 'Л-1' }];
    await handset.phone.db.entries.update(seq, { state: 'unsure', attempts: 1, question: { matches } });
  }
  if (state === 'parked') await handset.phone.db.entries.update(seq, { v: 99 });
  open();
  const waiting = await screen.findByRole('region', { name: 'Ждут отправки (1)' });
  expect(await within(waiting).findByText(words)).toBeTruthy();
});

it('says that one must sign in when the session ends while the list is open', async () => {
  await handset.phone.save('order.create', order);
  open();
  await screen.findByText('Ждет отправки');
  handset.phone.auth.write({ ...handset.phone.auth.read(), isLoggedIn: false });
  await handset.phone.save('order.create', order);
  expect(await screen.findAllByText('Нужен вход')).toHaveLength(2);
});

describe('on a wide screen', () => {
  beforeEach(() => setWidth(1280));

  it('a request is shown beside the list, which keeps its place in the address', async () => {
    await seeBefore();
    open('?status=all');
    const pane = await screen.findByRole('complementary', { name: 'Выбранная заявка' });
    expect(pane.textContent).toContain('Выберите заявку из списка');
    const link = await screen.findByRole('link', { name: 'Заявка Л-2' });
    await userEvent.click(link);
    expect(await within(pane).findByRole('heading', { name: 'Клиент 2' })).toBeTruthy();
    expect(link.getAttribute('aria-current')).toBe('true');
    expect(screen.getByText('Показаны все заявки')).toBeTruthy();
  });

  it('a request that was never here says so beside the list, and the list stays', async () => {
    await seeBefore();
    open('?request=77');
    expect((await screen.findByRole('alert')).textContent).toContain('еще не открывали');
    expect(await screen.findByRole('article', { name: 'Клиент 1' })).toBeTruthy();
  });
});

describe('what changed', () => {
  /** Tells when a mark comes into sight; nothing is in sight of itself in an emulated page. */
  let show: () => void;

  /** A mark is watched a moment after it is drawn. */
  let watched: () => Promise<void>;

  beforeEach(async () => {
    const watching = new Set<() => void>();
    show = () => {
      for (const respond of watching) respond();
    };
    watched = async () => {
      await screen.findByText('Новое');
      await waitFor(() => expect(watching.size).toBe(1));
    };
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        #notify: () => void;
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          this.#notify = () => callback([{ isIntersecting: true }]);
        }
        observe() {
          watching.add(this.#notify);
        }
        disconnect() {
          watching.delete(this.#notify);
        }
      },
    );
    await seeBefore();
    await handset.phone.book().cache.seenRequests.bulkPut([
      { id: 1, seen: 'В работе|unpaid' },
      { id: 2, seen: 'Новая|unpaid' },
    ]);
  });
  const isSeen = async () => (await handset.phone.book().cache.seenRequests.get(1))?.seen === 'Новая|unpaid';

  it('is marked with a word, and only that', async () => {
    open();
    const card = await screen.findByRole('article', { name: 'Клиент 1' });
    expect(await within(card).findByText('Новое')).toBeTruthy();
    expect(within(screen.getByRole('article', { name: 'Клиент 2' })).queryByText('Новое')).toBeNull();
  });

  it('counts as seen when the screen is left after it was in sight, not before', async () => {
    const opened = open();
    await watched();
    show();
    expect(await isSeen()).toBe(false);
    opened.unmount();
    await waitFor(async () => expect(await isSeen()).toBe(true));
  });

  it('does not count as seen at once', async () => {
    open();
    await watched();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    show();
    vi.advanceTimersByTime(4_900);
    vi.useRealTimers();
    expect(await isSeen()).toBe(false);
  });

  it('stays marked on the open screen once those seconds are over', async () => {
    open();
    await watched();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    show();
    vi.advanceTimersByTime(5_000);
    // The database tells its live queries by a timer of its own, which must not be lost.
    vi.runAllTimers();
    vi.useRealTimers();
    await waitFor(async () => expect(await isSeen()).toBe(true));
    expect(screen.getByText('Новое')).toBeTruthy();
  });

  it('does not count as seen when it never came into sight', async () => {
    const opened = open();
    await screen.findByText('Новое');
    opened.unmount();
    await handset.phone.book().cache.seenRequests.count();
    expect(await isSeen()).toBe(false);
  });

  it('stays marked until the screen is left, although it was marked as seen meanwhile', async () => {
    open();
    await screen.findByText('Новое');
    const { seenRequests } = handset.phone.book().cache;
    await seenRequests.put({ id: 1, seen: 'Новая|unpaid' });
    await seenRequests.put({ id: 2, seen: 'Отменена|unpaid' });
    await waitFor(() => expect(screen.getAllByText('Новое')).toHaveLength(2), { timeout: 4_000 });
  });

  it('is in reach although the list was not loaded so far', async () => {
    const { requests, seenRequests } = handset.phone.book().cache;
    await requests.put(requestSeen(9, 100));
    await seenRequests.put({ id: 9, seen: 'В работе|unpaid' });
    open();
    const others = await screen.findByRole('region', { name: 'Изменились и другие заявки (1)' });
    expect(within(others).getByRole('article', { name: 'Клиент 9' })).toBeTruthy();
  });
});
