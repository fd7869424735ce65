import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { problem } from '#api/problem.ts';
import { exchangeAtom } from '#state/sync.ts';
import { contactRow, requestList, requestRow } from '#tests/support/cached-rows.ts';
import { openScreen, PROMOTER, type ScreenPhone, screenPhone, storeOf } from '#tests/support/screen.tsx';
import { PromoHomeScreen, promoTiles } from './promo-home-screen.tsx';

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});

const open = () => openScreen(handset.device, <PromoHomeScreen />, '/promo');
const LISTS = ['basaDistrictList', 'pointDistrictList', 'basaWorkList', 'pointWorkList'];

async function stock(names = LISTS) {
  const { cache } = handset.phone.book();
  const at = handset.phone.clock.now;
  await cache.marks.put({ name: 'book', tick: 1, at });
  for (const name of names) {
    const items = [
      { id: 1, name: 'Один' },
      { id: 2, name: 'Группа', children: [{ id: 3, name: `Два ${name}` }] },
    ];
    await cache.references.put({ name, items, refreshedAt: at });
  }
}

test('a device with the book and all lists is ready, and says how old they are', async () => {
  await stock();
  open();
  expect(await screen.findByText('Готово к работе без связи')).toBeTruthy();
  expect(screen.getByText('Готово к выезду: контактов 0, районов 3, видов работ 3')).toBeTruthy();
  expect(screen.getAllByText('Обновлено в 12:00')).toHaveLength(3);
});

test('a device that lacks one list is not ready and names what is missing', async () => {
  await stock(LISTS.slice(0, 3));
  open();
  expect(await screen.findByText('Не хватает: видов работ')).toBeTruthy();
  expect(screen.getByText('Пока не готово к работе без связи')).toBeTruthy();
});

test('a refresh that could not reach the server says so', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Обновить' }));
  expect((await screen.findByText(/Обновилось не все. Нет связи/)).closest('[role=alert]')).toBeTruthy();
});

test('what came and could not be read is told, though all that was here before is ready', async () => {
  await stock();
  const fetch = problem('unreadable', { status: 200, place: 'заявки, поле percentSum' });
  const store = storeOf(handset.device);
  store.set(exchangeAtom, { pass: null, fetch });
  open();
  const fault = 'Обновилось не все. Ответ сервера не прочитать: заявки, поле percentSum.';
  expect(await screen.findByText(fault)).toBeTruthy();
  expect(await screen.findByText('Готово к работе без связи')).toBeTruthy();
  act(() => store.set(exchangeAtom, { pass: null, fetch: null }));
  expect(screen.queryByText(fault)).toBeNull();
});

test('a promoter sees the two lists and no management', async () => {
  open();
  expect((await screen.findByRole('link', { name: 'Телефоны' })).getAttribute('href')).toBe(
    '/promo/contacts',
  );
  expect(screen.getByRole('link', { name: 'Заявки' }).getAttribute('href')).toBe('/promo/orders');
  expect(screen.queryByText('Управление')).toBeNull();
});

test('a moderator goes on to the management, and is told why not while there is no network', async () => {
  const tile = (reachable: boolean) => promoTiles({ edit_promoters: true }, reachable).at(-1);
  expect(tile(true)).toMatchObject({ label: 'Управление', disabledBecause: undefined });
  expect(tile(false)?.disabledBecause).toBe('Нет связи: откроется, когда она появится');
  expect(promoTiles({ edit_promoters: true }, false).filter(each => each.disabledBecause)).toHaveLength(1);
});

test('whoever is at a desk and has brought nothing reads nothing of a percent or of this device', async () => {
  const { cache } = handset.phone.book();
  const user = { ...PROMOTER, can: { work_promoter: true, edit_promoters: true } };
  await cache.me.put({ name: 'me', user, at: handset.phone.clock.now });
  await cache.requestLists.put(requestList('all'));
  await stock();
  open();
  expect(await screen.findByRole('link', { name: 'Телефоны' })).toBeTruthy();
  expect(screen.queryAllByText(/процент|без связи|Хранилище/i)).toEqual([]);
  await act(async () => void (await cache.contacts.put(contactRow(1))));
  expect(await screen.findByRole('region', { name: 'Мой процент' })).toBeTruthy();
  expect(await screen.findByText('Готово к работе без связи')).toBeTruthy();
});

test('what waits and what was not finished is a tap away', async () => {
  const { ownerKey } = handset.phone.book();
  const contact = { first_name: 'Анна', last_name: '', comment: '', phones: ['0001234567'] };
  await handset.phone.save('contact.create', contact);
  for (const [form, instance] of [
    ['order.point', 'contact:7'],
    ['unknown.form', 'new'],
  ] as const) {
    const key = `${ownerKey}|${form}|${instance}`;
    await handset.phone.drafts.save({ key, ownerKey, form, value: {} });
  }
  open();
  const waiting = await screen.findByRole('link', { name: 'Ждут отправки: 1' });
  expect(waiting.getAttribute('href')).toBe('/promo/outbox');
  const draft = screen.getByRole('link', { name: 'Черновик: заявка в мастерскую' });
  expect(draft.getAttribute('href')).toBe('/promo/orders/add/point?contact=7');
});

test('a device on which the app itself is not kept yet is not ready, whatever else it holds', async () => {
  await stock();
  const appKept = new Promise(() => {});
  openScreen({ ...handset.device, appCached: appKept }, <PromoHomeScreen />, '/promo');
  expect(await screen.findByText('Не хватает: самого приложения')).toBeTruthy();
  expect(screen.getByText('Пока не готово к работе без связи')).toBeTruthy();
});

test('money is told with its basis and its age, and what changed is a tap away', async () => {
  const { requests, requestLists, seenRequests } = handset.phone.book().cache;
  const at = handset.phone.clock.now;
  await requests.put(requestRow(1, { state_name: 'Выполнена', tofirm: 1001, refreshedAt: at }));
  const counts = { all: 30, paid: 2, done: 3 };
  await requestLists.put(requestList('all', { ids: [1], counts, total: 30, lastPage: 2, refreshedAt: at }));
  await seenRequests.put({ id: 1, seen: 'В работе|unpaid' });
  open();
  const panel = within(await screen.findByRole('region', { name: 'Мой процент' }));
  expect(panel.getByText('Выплачено').nextSibling?.textContent).toBe('0\u00a0руб.');
  expect(panel.getByText('Ждет выплаты').nextSibling?.textContent).toBe('300,30\u00a0руб.');
  // Not all of the month is on this device.
  expect(panel.queryByText('За этот месяц')).toBeNull();
  expect(panel.getByText('По 1 из 30 заявок: остальных на этом устройстве нет.')).toBeTruthy();
  expect(panel.getByText('Обновлено в 12:00')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Новое: 1' }).getAttribute('href')).toBe('/promo/orders');
});

test('a novice reads what the percent will be instead of noughts', async () => {
  await handset.phone.book().cache.requestLists.put(requestList('all'));
  open();
  const panel = within(await screen.findByRole('region', { name: 'Мой процент' }));
  expect(panel.getByText(/30 % от суммы каждой выполненной заявки/)).toBeTruthy();
  expect(panel.queryByText(/руб/)).toBeNull();
});

describe('what of this device could get in the way', () => {
  /** A browser whose storage answers so. */
  function storage(answers: { persisted?: boolean; persist?: boolean; quota?: number; usage?: number }) {
    const { persisted = false, persist = false, quota = 1_000_000_000, usage = 0 } = answers;
    const asked = vi.fn(async () => persist);
    const estimate = async () => ({ quota, usage });
    vi.stubGlobal('navigator', {
      userAgent: '',
      maxTouchPoints: 0,
      storage: { persisted: async () => persisted, persist: asked, estimate },
    });
    return asked;
  }

  test('storage that may be cleared can be protected, and the panel says so', async () => {
    const asked = storage({ persist: true });
    open();
    expect(await screen.findByText('Браузер может очистить, если мало места')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Не дать телефону стереть данные' }));
    expect(asked).toHaveBeenCalledOnce();
    expect(await screen.findByText('Защищено от очистки браузером')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Не дать телефону стереть данные' })).toBeNull();
  });

  test('a browser that says no is told of, with what helps', async () => {
    storage({ persist: false });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Не дать телефону стереть данные' }));
    expect((await screen.findByText(/установить приложение/)).closest('[role=alert]')).toBeTruthy();
  });

  test('little room is said in megabytes', async () => {
    storage({ quota: 10_500_000, usage: 4_000_000 });
    open();
    expect(await screen.findByText(/осталось 6 МБ/)).toBeTruthy();
  });

  test('lists older than a day are named, and the device stays ready', async () => {
    await stock();
    handset.phone.clock.now += 25 * 3_600_000;
    await handset.phone.book().cache.marks.put({ name: 'book', tick: 2, at: handset.phone.clock.now });
    open();
    expect(await screen.findByText(/^Старше суток: районы, виды работ\./)).toBeTruthy();
    expect(screen.getByText('Готово к работе без связи')).toBeTruthy();
  });

  test.each([
    ['the user saves traffic', { saveData: true }, true],
    ['the network is fast', { saveData: false, effectiveType: '4g' }, false],
  ])('%s', async (_case, known, isSaid) => {
    vi.stubGlobal('navigator', { connection: Object.assign(new EventTarget(), known) });
    open();
    await screen.findByText('Не хватает: контактов, районов, видов работ');
    expect(screen.queryByText(/^Экономия трафика/) !== null).toBe(isSaid);
  });
});

test('readers hear of readiness as the answer to a tap, not at each visit', async () => {
  await stock();
  const refresh = async () => null;
  openScreen({ ...handset.device, refresh }, <PromoHomeScreen />, '/promo');
  await screen.findByText('Готово к работе без связи');
  expect(screen.getByRole('status').textContent).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Обновить' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Готово к работе без связи'));
});
