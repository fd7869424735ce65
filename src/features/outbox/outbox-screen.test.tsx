// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#kit/clock.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { readOutbox } from './offline/outbox-book.ts';
import { OutboxScreen } from './outbox-screen.tsx';

let pocket: ScreenPhone;

beforeEach(async () => {
  pocket = await screenPhone();
});

const anna = { first_name: 'Анна', last_name: 'Ёлкина', comment: '', phones: ['0001234567'] };
const orderFor = (contact: string) => ({
  ...{ type: 'basa', contact, contact_name: 'Анна Ёлкина', phones: [], broken: '', korp: '', flat: '' },
  ...{ district: { id: 1, name: 'Центр' }, work: { id: 2, name: 'Ноутбук' }, street: 'Лесная', house: '5' },
});
const refusal = { kind: 'refused', status: 422, message: '', fields: { street: ['Такой улицы нет'] } };

const change = ({ seq }: Entry, changes: Partial<Entry>) => pocket.phone.db.entries.update(seq, changes);
const open = () => openScreen(pocket.device, <OutboxScreen />, '/promo/outbox');
const row = (name: RegExp) => screen.findByRole('button', { name });
const group = (name: string) => screen.findByRole('region', { name });

it('groups everything by what has to happen next', async () => {
  const { save } = pocket.phone;
  const waiting = await save('contact.create', anna);
  await save('order.create', orderFor(waiting.id));
  await change(await save('order.create', orderFor('7')), { state: 'rejected', error: refusal });
  await change(await save('order.create', orderFor('8')), { state: 'done', code: 'Л-9', doneAt: 1 });
  const parked = await save('order.create', orderFor('9'));
  await change(parked, { v: 99 });
  const asked = await save('contact.create', anna);
  await change(asked, { state: 'unsure', question: { matches: [{ serverId: 5, code: '' }] } });
  await pocket.phone.drafts.save({ key: 'k', ownerKey: pocket.phone.book().ownerKey, form: 'x', value: 1 });
  // What other screens keep for themselves is no unfinished form.
  await pocket.phone.drafts.save({
    key: 'l',
    ownerKey: pocket.phone.book().ownerKey,
    form: 'kept.x',
    value: 1,
  });
  const book = await readOutbox(pocket.phone.book());
  const states = (rows: { status: string }[]) => rows.map(({ status }) => status);
  expect(states(book.failed)).toEqual(['failed', 'question']);
  expect(states(book.waiting)).toEqual(['queued', 'blocked', 'parked']);
  expect(states(book.sent)).toEqual(['done']);
  expect(book.drafts).toHaveLength(1);
  const held = await readOutbox({ ...pocket.phone.book(), held: true });
  expect(states(held.held)).toEqual(['held', 'held']);
});

it('[S28] counts what others left on this device, and shows none of it', async () => {
  const entry = await pocket.phone.save('contact.create', anna);
  await change(entry, { ownerKey: 'somebody else' });
  open();
  expect(await screen.findByText(/1 неотправленная запись других пользователей/)).toBeTruthy();
  expect(screen.queryByText(/Анна/)).toBeNull();
});

it('tells what was refused, why, and leads to the form', async () => {
  const entry = await pocket.phone.save('order.create', orderFor('7'));
  await change(entry, { state: 'rejected', attempts: 2, error: refusal });
  open();
  const told = within(await group('Не отправлено (1)')).getByRole('button');
  expect(told.textContent).toContain('Заявка на дом: Анна Ёлкина');
  expect(told.textContent).toContain('2 попытки');
  expect(told.textContent).toContain('Такой улицы нет');
  await userEvent.click(told);
  const fix = await screen.findByRole('link', { name: 'Исправить' });
  expect(fix.getAttribute('href')).toBe(`/promo/orders/add/basa?entry=${entry.id}`);
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await group('Ждут (1)')).toBeTruthy();
});

it('does not delete a contact that an order waits for, and names the order', async () => {
  const contact = await pocket.phone.save('contact.create', anna);
  await pocket.phone.save('order.create', orderFor(contact.id));
  open();
  await userEvent.click(await row(/Новый контакт/));
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
  expect(await screen.findByText(/Сначала удалите.*Заявка на дом: Анна Ёлкина/)).toBeTruthy();
  expect(await pocket.phone.entries()).toHaveLength(2);
});

it('[S4] deletes what it cannot read only after a typed word', async () => {
  await change(await pocket.phone.save('order.create', orderFor('7')), { v: 99 });
  open();
  await userEvent.click(await row(/Заявка на дом/));
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
  const question = await screen.findByRole('dialog', { name: /^Удалить:/ });
  const confirm = within(question).getByRole('button', { name: 'Удалить' });
  expect(confirm.hasAttribute('disabled')).toBe(true);
  await userEvent.type(within(question).getByRole('textbox'), 'удалить');
  await userEvent.click(confirm);
  await waitFor(async () => expect(await pocket.phone.entries()).toHaveLength(0));
});

it('[S13] asks what became of a lost order and takes the answer', async () => {
  const entry = await pocket.phone.save('order.create', orderFor('7'));
  const question = {
    matches: [
      { serverId: 5, code: 'Л-5' },
      { serverId: 6, code: 'Л-6', words: 'Анна, 20 ноября' },
    ],
  };
  await change(entry, { state: 'unsure', attempts: 1, attemptId: 'a', question });
  open();
  await userEvent.click(await row(/Нужен ваш ответ/));
  await userEvent.click(await screen.findByRole('button', { name: 'Это она: Л-6: Анна, 20 ноября' }));
  const sent = within(await group('Отправлено (1)')).getByRole('button');
  expect(sent.textContent).toContain('Л-6');
  expect(await pocket.phone.entry(entry.id)).toMatchObject({ state: 'done', serverId: 6, code: 'Л-6' });
  expect(await pocket.phone.entry(entry.id)).not.toHaveProperty('words');
});

it('[S8] warns when unsent work has lain for over two days in storage that may be cleared', async () => {
  const storage = { persisted: async () => false, persist: async () => true };
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
  const entry = await pocket.phone.save('contact.create', anna);
  open();
  expect(await screen.findByText(/Браузер может удалить/)).toBeTruthy();
  expect(screen.queryByText(/больше двух дней/)).toBeNull();
  cleanup();
  await change(entry, { firstAt: pocket.phone.clock.now - 3 * DAY_MS });
  open();
  expect(await screen.findByText(/больше двух дней/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Защитить хранилище' }));
  expect(await screen.findByText(/Хранилище защищено/)).toBeTruthy();
  expect(screen.queryByText(/больше двух дней/)).toBeNull();
});
