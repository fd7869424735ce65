import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#kit/clock.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { remember } from '#sync/control-rows.ts';
import { LOST_PREFIX } from '#sync/lost-entries.ts';
import { contactRow, orderValues, refused, requestList, requestRow } from '#tests/support/cached-rows.ts';
import { answerOf } from '#tests/support/network.ts';
import { openScreen, PROMOTER, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { readCandidates } from './offline/candidates.ts';
import { readOutbox } from './offline/read-outbox.ts';
import { OutboxScreen } from './outbox-screen.tsx';

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});
afterEach(() => void Reflect.deleteProperty(navigator, 'storage'));

const anna = { first_name: 'Анна', last_name: 'Ёлкина', comment: '', phones: ['0001234567'] };
const orderFor = (contact: string) => orderValues({ contact, phones: [] });

const change = ({ seq }: Entry, changes: Partial<Entry>) => handset.phone.db.entries.update(seq, changes);
const open = (query = '') =>
  openScreen(
    handset.device,
    <>
      <OutboxScreen />
      <Toasts />
    </>,
    `/promo/outbox${query}`,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const refusal = refused({ fields: { street: ['Такой улицы нет'] } });

const group = (name: string) => screen.findByRole('region', { name });

it('opens the entry that the address names, and closes it for good', async () => {
  const { id } = await handset.phone.save('order.create', orderFor('7'));
  open(`?entry=${id}`);
  const sheet = await screen.findByRole('dialog', { name: 'Заявка на дом: Анна Ёлкина' });
  await userEvent.click(within(sheet).getByRole('button', { name: 'Закрыть' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('groups everything by what has to happen next', async () => {
  const { save } = handset.phone;
  const waiting = await save('contact.create', anna);
  await save('order.create', orderFor(waiting.id));
  await change(await save('order.create', orderFor('7')), refusal);
  await change(await save('order.create', orderFor('8')), { state: 'done', code: 'Л-9', doneAt: 1 });
  const parked = await save('order.create', orderFor('9'));
  await change(parked, { v: 99 });
  const asked = await save('contact.create', anna);
  await change(asked, { state: 'unsure', question: { matches: [{ serverId: 5, code: '' }] } });
  const { ownerKey } = handset.phone.book();
  await handset.phone.drafts.save({ key: 'k', ownerKey, form: 'x', value: 1 });
  // What other screens keep for themselves is no unfinished form.
  await handset.phone.drafts.save({ key: 'l', ownerKey, form: 'kept.x', value: 1 });
  const book = await readOutbox(handset.phone.book());
  const states = (rows: { status: string }[]) => rows.map(({ status }) => status);
  expect(states(book.questions)).toEqual(['question']);
  expect(states(book.failed)).toEqual(['failed']);
  expect(states(book.waiting)).toEqual(['queued', 'blocked', 'parked']);
  expect(states(book.sentBefore)).toEqual(['done']);
  expect(book.drafts).toHaveLength(1);
  const held = await readOutbox({ ...handset.phone.book(), held: true });
  expect(states(held.waiting)).toEqual(['held', 'held', 'parked']);
});

it('[S28] counts what others left on this device, and shows none of it', async () => {
  const entry = await handset.phone.save('contact.create', anna);
  await change(entry, { ownerKey: 'somebody else' });
  open();
  expect(await screen.findByText(/1 неотправленная запись других пользователей/)).toBeTruthy();
  expect(screen.queryByText(/Анна/)).toBeNull();
});

it('tells what was refused, why, and leads to the form', async () => {
  const entry = await handset.phone.save('order.create', orderFor('7'));
  await change(entry, { ...refusal, attempts: 2 });
  open();
  const received = within(await group('Не отправлено (1)')).getByRole('button');
  expect(received.textContent).toContain('Заявка на дом: Анна Ёлкина');
  expect(received.textContent).toContain('2 попытки');
  expect(received.textContent).toContain('Такой улицы нет');
  await userEvent.click(received);
  const fix = await screen.findByRole('link', { name: 'Исправить' });
  expect(fix.getAttribute('href')).toBe(`/promo/orders/add/basa?entry=${entry.id}`);
  await press('Повторить');
  expect(await group('Ждут (1)')).toBeTruthy();
});

it('says why what was corrected does not go at once', async () => {
  const entry = await handset.phone.save('contact.create', anna);
  await change(entry, { earlier: [{ v: 1, payload: anna }] });
  open();
  expect((await group('Ждут (1)')).textContent).toContain('Ждет проверки');
  await press(/Новый контакт/);
  expect(await screen.findByText(/До исправления запись могла дойти/)).toBeTruthy();
});

it('says of what was given up that it is still there, and of its deletion what will become of both', async () => {
  const { id, ...entry } = await handset.phone.save('contact.create', anna);
  await change({ id, ...entry }, { state: 'unsure', isGivenUp: true, earlier: [{ v: 1, payload: anna }] });
  await handset.phone.save('contact.delete', { contact: id, name: 'Анна Ёлкина' });
  open();
  const [created, deleted] = within(await group('Ждут (2)')).getAllByRole('button');
  expect(created?.textContent).toContain('Пока не удалено');
  await userEvent.click(deleted ?? expect.fail('no deletion'));
  expect(await screen.findByText(/когда станет известно, что с ним/)).toBeTruthy();
});

it('[S1] does not call a lost queue sent, until that was seen', async () => {
  const { ownerKey } = handset.phone.book();
  await handset.phone.db.control.put({ name: LOST_PREFIX + ownerKey, value: 3 });
  open();
  expect(await screen.findByText(/В ней ждали отправки 3 записи/)).toBeTruthy();
  expect(await screen.findByText(/Обмена еще не было/)).toBeTruthy();
  expect(screen.queryByText('Все отправлено')).toBeNull();
  await press('Понятно');
  expect(await screen.findByText('Все отправлено')).toBeTruthy();
});

it('[S13] says that the backend never confirms what it takes', async () => {
  const { owner } = handset.phone.book();
  await remember(handset.phone.db, 'never-echoes', owner.apiOrigin);
  open();
  expect(await screen.findByText(/без заголовка Idempotency-Status/)).toBeTruthy();
  await remember(handset.phone.db, 'keyed', owner.apiOrigin);
  await waitFor(() => expect(screen.queryByText(/Idempotency-Status/)).toBeNull());
});

it('[S11] says what the administrator has to let through once a third answer has come without it', async () => {
  const { phone, network } = handset;
  const { apiOrigin } = phone.book().owner;
  await remember(phone.db, 'keyed', apiOrigin);
  await remember(phone.db, 'echoes-refusals', apiOrigin);
  const answerWithoutIt = async () => {
    network.on();
    network.answer('/getUser', () => answerOf(PROMOTER));
    network.answer('/contacts/save', () => answerOf({ message: 'Нет' }, 422));
    await phone.drain();
    phone.pass(HOUR_MS / 4);
  };
  await phone.save('contact.create', anna);
  await answerWithoutIt();
  await answerWithoutIt();
  open();
  await press(/Новый контакт/);
  expect(await screen.findAllByText(/Ответ пришел без подтверждения/)).toHaveLength(2);
  expect(screen.queryByText(/Access-Control-Expose-Headers/)).toBeNull();
  await answerWithoutIt();
  expect(await screen.findByText(/Скажите администратору фирмы.*Access-Control-Expose-Headers/)).toBeTruthy();
  expect(screen.getByText(/сказано вверху очереди/)).toBeTruthy();
});

it('does not delete a contact that an order waits for, and names the order', async () => {
  const contact = await handset.phone.save('contact.create', anna);
  await handset.phone.save('order.create', orderFor(contact.id));
  open();
  await press(/Новый контакт/);
  await press('Удалить');
  expect(await screen.findByText(/Сначала удалите.*Заявка на дом: Анна Ёлкина/)).toBeTruthy();
  expect(await handset.phone.entries()).toHaveLength(2);
});

it('says of a deletion that was sent what stays as it is', async () => {
  const entry = await handset.phone.save('contact.delete', { contact: '7', name: 'Анна' });
  await change(entry, { state: 'unsure', attempts: 1 });
  open();
  await press(/Удаление контакта/);
  await press('Отменить удаление');
  const question = within(await screen.findByRole('dialog', { name: 'Отменить удаление?' }));
  expect(question.getByText(/Если дошло, контакта на сервере больше нет/)).toBeTruthy();
});

it('[S4] deletes what it cannot read only after a typed word', async () => {
  await change(await handset.phone.save('order.create', orderFor('7')), { v: 99 });
  open();
  await press(/Заявка на дом/);
  await press('Удалить');
  const question = await screen.findByRole('dialog', { name: /^Удалить:/ });
  const confirm = within(question).getByRole('button', { name: 'Удалить' });
  expect(confirm.hasAttribute('disabled')).toBe(true);
  await userEvent.type(within(question).getByRole('textbox'), 'удалить');
  await userEvent.click(confirm);
  await waitFor(async () => expect(await handset.phone.entries()).toHaveLength(0));
});

it('[S13] asks what became of a lost order and takes the answer', async () => {
  const entry = await handset.phone.save('order.create', orderFor('7'));
  const question = {
    matches: [
      { serverId: 5, code: 'Л-5' },
      { serverId: 6, code: 'Л-6', words: 'Анна, 20 ноября' },
    ],
  };
  await change(entry, { state: 'unsure', attempts: 1, attemptId: 'a', question });
  open();
  await press(/Нужен ваш ответ/);
  await press('Это она: Л-6: Анна, 20 ноября');
  const sent = within(await group('Отправлено сегодня (1)')).getByRole('button');
  expect(sent.textContent).toContain('Л-6');
  expect(await handset.phone.entry(entry.id)).toMatchObject({ state: 'done', serverId: 6, code: 'Л-6' });
  expect(await handset.phone.entry(entry.id)).not.toHaveProperty('words');
});

it('[S8] warns when unsent work has lain for over two days in storage that may be cleared', async () => {
  const storage = { persisted: async () => false, persist: async () => true };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  const entry = await handset.phone.save('contact.create', anna);
  open();
  expect(await screen.findByText(/Браузер может удалить/)).toBeTruthy();
  expect(screen.queryByText(/больше двух дней/)).toBeNull();
  cleanup();
  await change(entry, { firstAt: handset.phone.clock.now - 3 * DAY_MS });
  open();
  expect(await screen.findByText(/больше двух дней/)).toBeTruthy();
  await press('Не дать телефону стереть данные');
  expect(await screen.findByText(/Хранилище защищено/)).toBeTruthy();
  expect(screen.queryByText(/больше двух дней/)).toBeNull();
});

const cacheContact = (id: number, created_at = '2026-11-20 11:58:00') =>
  handset.phone.book().cache.contacts.put(contactRow(id, { created_at }));

async function cacheRequest(id: number) {
  const received = { address: 'Лесная, 5', broken: '', created_at: '2026-11-20 11:58:00' };
  await handset.phone.book().cache.requests.put(requestRow(id, received));
}

describe('a deletion', () => {
  it('of what was never sent goes at once and can be taken back, exactly', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    open();
    await press(/Новый контакт/);
    await press('Удалить');
    await waitFor(async () => expect(await handset.phone.entries()).toEqual([]));
    const undo = await screen.findByRole('button', { name: 'Вернуть' });
    await userEvent.dblClick(undo);
    await waitFor(async () => expect(await handset.phone.entries()).toEqual([entry]));
  });

  it('of what may have arrived is asked about first', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    await change(entry, { state: 'unsure', attempts: 1 });
    open();
    await press(/Новый контакт/);
    await press('Удалить');
    const question = await screen.findByRole('dialog', { name: /^Удалить:/ });
    expect(question.textContent).toContain('могла дойти');
    expect(await handset.phone.entries()).toHaveLength(1);
  });

  it('of what counts as refused but may have arrived waits until it is known, and says so', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    await change(entry, refused({ message: 'Forbidden' }));
    open();
    await press(/Новый контакт/);
    await press('Удалить');
    expect(await screen.findByText('Пока не удалено')).toBeTruthy();
    expect(await group('Ждут (1)')).toBeTruthy();
    await press(/Новый контакт/);
    expect((await screen.findByRole('dialog')).textContent).toContain('она удалится сама');
  });

  it('of a draft can be taken back, but does not overwrite one begun meanwhile', async () => {
    const { ownerKey } = handset.phone.book();
    const key = `${ownerKey}|contact.add|new`;
    await handset.phone.drafts.save({ key, ownerKey, form: 'contact.add', value: { values: anna } });
    const before = await handset.phone.drafts.read(key);
    open();
    await press('Удалить черновик: Контакт: Анна Ёлкина');
    await press('Вернуть');
    await waitFor(async () => expect(await handset.phone.drafts.read(key)).toEqual(before));
    await press('Удалить черновик: Контакт: Анна Ёлкина');
    await waitFor(async () => expect(await handset.phone.drafts.read(key)).toBeUndefined());
    await handset.phone.drafts.save({ key, ownerKey, form: 'contact.add', value: 'newer' });
    for (const undo of screen.getAllByRole('button', { name: 'Вернуть' })) await userEvent.click(undo);
    expect((await handset.phone.drafts.read(key))?.value).toBe('newer');
  });
});

describe('a receipt leads to what it became', () => {
  it('a contact that this device knows', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    await change(entry, { state: 'done', serverId: 31, doneAt: 1, payload: null });
    await cacheContact(31);
    open();
    await press(/Новый контакт/);
    const link = await screen.findByRole('link', { name: 'Открыть' });
    expect(link.getAttribute('href')).toBe(`/promo/contacts/edit/${entry.id}`);
  });

  it('a request by its code, and nothing where this device has none', async () => {
    const entry = await handset.phone.save('order.create', orderFor('7'));
    await change(entry, { state: 'done', code: 'Л-77', doneAt: 1 });
    open();
    await press(/Л-77/);
    expect(screen.queryByRole('link', { name: 'Открыть' })).toBeNull();
    await press('Закрыть');
    await cacheRequest(77);
    await press(/Л-77/);
    const link = await screen.findByRole('link', { name: 'Открыть' });
    expect(link.getAttribute('href')).toBe('/promo/request/77');
  });
});

it('candidates of an older entry are told as far as this device knows them', async () => {
  await cacheContact(5);
  const entry = await handset.phone.save('contact.create', anna);
  const matches = [
    { serverId: 5, code: '' },
    { serverId: 6, code: '' },
    { serverId: 8, code: '' },
  ];
  const { ownerKey } = handset.phone.book();
  await handset.phone.db.idMap.put({ localId: 'x', ownerKey, noun: 'contact', serverId: 8 });
  const received = await readCandidates(handset.phone.book(), { ...entry, question: { matches } });
  expect(received.map(({ words }) => words)).toEqual([
    'Анна Ёлкина, +7 (000) 123-45-67, 20 ноября 2026, 11:58',
    '',
  ]);
});

describe('what is on the server twice', () => {
  it('a contact: the extra one is deleted through the queue', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    await change(entry, { state: 'done', serverId: 31, payload: null });
    await cacheContact(31);
    await cacheContact(32, '2026-11-20 11:58:03');
    open();
    await press('Удалить лишний');
    await waitFor(async () => expect((await handset.phone.entries()).at(-1)?.aggregate).toBe('contact:32'));
    await waitFor(() => expect(screen.queryByText(/Похоже на двойника/)).toBeNull());
  });

  it('an order: both codes are at hand for the moderator, and it is said once', async () => {
    const entry = await handset.phone.save('order.create', orderFor('7'));
    await change(entry, { state: 'done', serverId: 77, code: 'Л-77', payload: null });
    await cacheRequest(77);
    await cacheRequest(78);
    const list = requestList('all', { ids: [78, 77], counts: { all: 2, paid: 0, done: 0 }, total: 2 });
    await handset.phone.book().cache.requestLists.put(list);
    open();
    const received = await screen.findByRole('region', { name: 'Похоже на двойника (1)' });
    expect(received.textContent).toContain('Л-77');
    expect(received.textContent).toContain('Л-78');
    await userEvent.click(within(received).getByRole('button', { name: 'Понятно' }));
    await waitFor(() => expect(screen.queryByText(/Похоже на двойника/)).toBeNull());
  });
});

describe('a file of unsent entries', () => {
  const choose = async (text: string) => {
    const file = new File([text], 'neotpravleno.txt', { type: 'text/plain' });
    await userEvent.upload(screen.getByLabelText('Загрузить из файла', { selector: 'input' }), file);
  };

  it('saved and loaded again brings back what is gone, and says what is here already', async () => {
    const kept = await handset.phone.save('contact.create', anna);
    await handset.phone.save('order.create', orderFor('7'));
    let saved = '';
    vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => {
      void (blob as Blob).text().then(text => {
        saved = text;
      });
      return 'blob:unsent';
    });
    open();
    await press('Сохранить в файл');
    await waitFor(() => expect(saved).toContain('2. Заявка на дом: Анна Ёлкина'));
    await handset.phone.outbox.discard((await handset.phone.entries()).at(-1)?.id ?? '');
    await choose(saved);
    const question = await screen.findByRole('dialog', { name: 'Загрузить записи?' });
    expect(question.textContent).toContain('2 записи: 1 уже здесь, 1 новая');
    await userEvent.click(within(question).getByRole('button', { name: 'Загрузить' }));
    await waitFor(async () => expect(await handset.phone.entries()).toHaveLength(2));
    expect((await handset.phone.entries())[0]).toEqual(kept);
    await choose(saved);
    expect((await screen.findByRole('dialog')).textContent).toContain('Нового в файле нет');
  });

  it('that is none of ours is refused in words', async () => {
    await handset.phone.save('contact.create', anna);
    open();
    await screen.findByRole('button', { name: 'Загрузить из файла' });
    await choose('{"список покупок": ["хлеб"]}');
    expect((await screen.findByText(/Это не файл с неотправленным/)).closest('[role=alert]')).toBeTruthy();
    expect(await handset.phone.entries()).toHaveLength(1);
  });
});
