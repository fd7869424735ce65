import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { contentOf } from '#sync/drafts.ts';
import { contactRow, orderValues, refused, requestRow } from '#tests/support/cached-rows.ts';
import { openScreen, type ScreenPhone, screenPhone, toasts } from '#tests/support/screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { rememberAddress } from './offline/last-order.ts';
import { HomeOrderScreen, WorkshopOrderScreen } from './order-form-screen.tsx';

const HOME = '/promo/orders/add/basa';
const WORKSHOP = '/promo/orders/add/point';
let handset: ScreenPhone;

beforeEach(async () => {
  handset = await screenPhone();
  await keepLists();
});

async function keepLists() {
  const { references, contacts } = handset.phone.book().cache;
  const rows = ['basaDistrictList', 'basaWorkList', 'pointDistrictList', 'pointWorkList'].map((name, at) => ({
    name,
    items: [{ id: at + 1, name: name.includes('District') ? 'Центр' : 'Ноутбук' }],
    refreshedAt: 1,
  }));
  await references.bulkPut(rows);
  await contacts.put(contactRow(7, { search: 'анна' }));
}
const forgetLists = () => handset.phone.book().cache.references.clear();

const open = (query = '') => openScreen(handset.device, <HomeOrderScreen />, HOME + query);

async function fillIn(street = 'Лесная') {
  await userEvent.selectOptions(await screen.findByLabelText(/Район/), 'Центр');
  await userEvent.selectOptions(screen.getByLabelText(/Вид работ/), 'Ноутбук');
  await userEvent.click(screen.getByLabelText(/Улица/));
  await userEvent.paste(street);
}

const lastTime = {
  type: 'basa',
  district: { id: 1, name: 'Центр' },
  work: { id: 2, name: 'Ноутбук' },
  street: 'Лесная',
  house: '5',
  korp: '',
  flat: '7',
  broken: 'Шумит',
};

const filledIn = () => [/^Район/, /^Вид работ/, /Улица/, /Дом/, /Квартира/, /Неисправность/].map(written);
const submit = () => screen.getByRole('button', { name: 'Оформить заявку' });
const address = () => screen.findByRole('status', { name: 'address' });
const hidePage = () => document.dispatchEvent(new Event('visibilitychange'));

it('keeps an order on the device and returns to the list', async () => {
  open('?contact=7');
  await fillIn();
  await userEvent.click(submit());
  expect((await address()).textContent).toBe('/promo/orders');
  const [entry] = await handset.phone.entries();
  expect(entry?.payload).toMatchObject({
    type: 'basa',
    contact: '7',
    contact_name: 'Анна Ёлкина',
    phones: ['0001234567'],
    street: 'Лесная',
    district: { id: 1, name: 'Центр' },
    work: { id: 2, name: 'Ноутбук' },
  });
});

it('says what is missing, in one place and at each field, and keeps nothing', async () => {
  openScreen(handset.device, <WorkshopOrderScreen />, WORKSHOP);
  await screen.findByLabelText(/Район/);
  await userEvent.click(submit());
  const summary = await screen.findByRole('alert');
  expect(summary.textContent).toContain('Контакт: выберите контакт');
  expect(summary.textContent).toContain('Заполните поле «Дом»');
  const contact = screen.getByRole('button', { name: 'Контакт: Выбрать контакт' });
  await waitFor(() => expect(document.activeElement).toBe(contact));
  expect(screen.getByLabelText(/Дом/).getAttribute('aria-invalid')).toBe('true');
  expect(await handset.phone.entries()).toHaveLength(0);
});

it('names both forms as the specification does', async () => {
  open();
  expect(await screen.findByRole('form', { name: 'Оформление заявки на дом' })).toBeTruthy();
  cleanup();
  openScreen(handset.device, <WorkshopOrderScreen />, WORKSHOP);
  expect(await screen.findByRole('form', { name: 'Оформление доставки' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Адрес откуда доставка' })).toBeTruthy();
});

it('[S9] takes up the draft for a contact after the app was killed, and starts anew when asked', async () => {
  open('?contact=7');
  await fillIn('Садовая');
  hidePage();
  await waitFor(async () => expect(await handset.phone.db.drafts.count()).toBe(1));
  const [draft] = await handset.phone.db.drafts.toArray();
  expect(draft?.place?.endsWith('|order.basa|contact:7')).toBe(true);
  cleanup();
  open('?contact=7');
  expect((await screen.findByLabelText<HTMLInputElement>(/Улица/)).value).toBe('Садовая');
  expect(screen.getByLabelText<HTMLSelectElement>(/Район/).value).toBe('1');
  await userEvent.click(screen.getByRole('button', { name: 'Начать заново' }));
  expect(screen.getByLabelText<HTMLInputElement>(/Улица/).value).toBe('');
});

it('[S9] takes up no draft of what is saved, but one with other content', async () => {
  open('?contact=7');
  await fillIn('Садовая');
  hidePage();
  await waitFor(async () => expect(await handset.phone.db.drafts.count()).toBe(1));
  const { outbox, book, db } = handset.phone;
  const [{ value } = { value: null }] = await db.drafts.toArray();
  const { id } = value as { id: string };
  const order = { id, kind: 'order.create', payload: orderValues() };
  for (const [saved, street] of [
    ['{}', 'Садовая'],
    [contentOf(value), ''],
  ] as const) {
    await outbox.enqueue(book().owner, { ...order, draftSeen: saved });
    cleanup();
    open('?contact=7');
    expect((await screen.findByLabelText<HTMLInputElement>(/Улица/)).value).toBe(street);
  }
  expect(screen.queryByRole('button', { name: 'Начать заново' })).toBeNull();
});

it('[S9] keeps what is typed without a pause', async () => {
  open('?contact=7');
  const street = await screen.findByLabelText(/Улица/);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const value of ['С', 'Са', 'Сад', 'Садо']) {
    fireEvent.change(street, { target: { value } });
    vi.advanceTimersByTime(400);
  }
  vi.useRealTimers();
  await waitFor(async () => expect(await handset.phone.db.drafts.count()).toBe(1));
});

it('[S30] leaves no draft behind a sign-out', async () => {
  open('?contact=7');
  fireEvent.change(await screen.findByLabelText(/Улица/), { target: { value: 'Садовая' } });
  await handset.phone.session.signOut('keep');
  cleanup();
  const { drafts } = handset.phone.db;
  // What was put before is counted.
  await drafts.put({ key: 'other', ownerKey: '', form: '', value: '', savedAt: 0 });
  expect(await drafts.toCollection().primaryKeys()).toEqual(['other']);
});

it('leaves no draft behind an order that was kept', async () => {
  open('?contact=7');
  await fillIn();
  hidePage();
  await userEvent.click(submit());
  await address();
  expect(await handset.phone.db.drafts.count()).toBe(0);
});

it('opens without its lists, says why nothing can be sent, and keeps the draft', async () => {
  await forgetLists();
  open();
  await userEvent.type(await screen.findByLabelText(/Улица/), 'Лесная');
  expect(submit().hasAttribute('disabled')).toBe(true);
  expect(screen.getByText(/Списки районов и работ еще не загружены/)).toBeTruthy();
  hidePage();
  await waitFor(async () => expect(await handset.phone.db.drafts.count()).toBe(1));
});

it('[S15] corrects a refused order in its own form, the server’s words at their fields', async () => {
  const { id, seq } = await handset.phone.save('order.create', orderValues());
  await handset.phone.db.entries.update(seq, refused({ fields: { street: ['Такой улицы нет'] } }));
  open(`?entry=${id}`);
  const street = await screen.findByLabelText<HTMLInputElement>(/Улица/);
  expect(street.value).toBe('Лесная');
  expect(await screen.findByText('Такой улицы нет')).toBeTruthy();
  expect(document.activeElement).toBe(street);
  await userEvent.clear(street);
  await userEvent.type(street, 'Полевая');
  await userEvent.click(submit());
  await address();
  const entries = await handset.phone.entries();
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ id, state: 'queued', error: null, payload: { street: 'Полевая' } });
});

it('does not open an order that is no longer here to be changed', async () => {
  open(`?entry=${crypto.randomUUID()}`);
  expect(await screen.findByText(/уже нельзя изменить/)).toBeTruthy();
});

it('offers what was chosen last on this device, one tap each, and goes on with the street', async () => {
  const { references } = handset.phone.book().cache;
  const works = ['Утюг', 'Ноутбук'].map((name, at) => ({ id: at + 2, name }));
  await references.put({ name: 'basaWorkList', items: works, refreshedAt: 1 });
  const order = orderValues({ work: { id: 3, name: 'Ноутбук' } });
  await rememberAddress(handset.phone.book(), { ...order, entryId: 'a' }, 1);
  open('?contact=7');
  const districts = within(await screen.findByRole('group', { name: 'Недавние: район' }));
  await userEvent.click(districts.getByRole('button', { name: 'Центр' }));
  expect(written(/^Район/)).toBe('1');
  expect(districts.getByRole('button', { pressed: true }).textContent).toBe('Центр');
  await userEvent.click(screen.getByRole('button', { name: 'Ноутбук' }));
  expect(written(/^Вид работ/)).toBe('3');
  expect(document.activeElement).toBe(screen.getByLabelText(/Улица/));
});

it('goes on with the street once a work was picked from the list, not while keys go over it', async () => {
  open('?contact=7');
  const work = await screen.findByLabelText<HTMLSelectElement>(/Вид работ/);
  work.focus();
  fireEvent.keyDown(work, { key: 'ArrowDown' });
  fireEvent.change(work, { target: { value: '2' } });
  expect(document.activeElement).toBe(work);
  fireEvent.pointerDown(work);
  fireEvent.change(work, { target: { value: '2' } });
  expect(document.activeElement).toBe(screen.getByLabelText(/Улица/));
});

it('repeats the last order of a contact whole, and takes it out again', async () => {
  await keepLastTime();
  open('?repeat=1&contact=7');
  await screen.findByText('Подставлено из прошлой заявки.');
  expect(filledIn()).toEqual(['1', '2', 'Лесная', '5', '7', 'Шумит']);
  await userEvent.click(screen.getByRole('button', { name: 'Очистить' }));
  expect(filledIn()).toEqual(['', '', '', '', '', '']);
  expect(document.activeElement).toBe(screen.getByLabelText(/Район/));
  expect(screen.getByRole('button', { name: 'Контакт: Анна Ёлкина' })).toBeTruthy();
});

it('orders a request again, with the focus where something is not known', async () => {
  const { requests } = handset.phone.book().cache;
  await requests.put(
    requestRow(5, { code_number: 50, district_name: 'Север', address: 'Лесная, д. 5, кв. 7' }),
  );
  open('?repeat=1&contact=7&request=50');
  await screen.findByText('Подставлено из прошлой заявки.');
  expect(filledIn()).toEqual(['', '2', 'Лесная', '5', '7', '']);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Район/)));
});

it('says when it goes, and says the same once it is saved', async () => {
  handset.network.on();
  const { id } = await handset.phone.save('contact.create', {
    first_name: 'Оля',
    last_name: '',
    comment: '',
    phones: [],
  });
  render(<Toasts />);
  open(`?contact=${id}`);
  await fillIn();
  expect(await screen.findByText('Уйдет после контакта')).toBeTruthy();
  await userEvent.click(submit());
  await address();
  expect(toasts()).toEqual(['info: Сохранено на устройстве Заявка: Оля']);
});

async function keepLastTime() {
  await handset.phone.book().cache.addresses.put({ key: 'contact|7', at: 1, value: lastTime });
}

const written = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

it('offers the last order of the contact, fills nothing by itself, and everything with one tap', async () => {
  await keepLastTime();
  open('?contact=7');
  expect(await screen.findByText('Как в прошлый раз: Центр, Ноутбук, Лесная 5, кв. 7')).toBeTruthy();
  expect(written(/Улица/)).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Подставить' }));
  expect([/Район/, /Вид работ/, /Улица/, /Дом/, /Квартира/].map(written)).toEqual([
    '1',
    '2',
    'Лесная',
    '5',
    '7',
  ]);
  expect(document.activeElement?.textContent).toBe('Подставлено из прошлой заявки.');
  hidePage();
  await waitFor(async () => expect(await handset.phone.db.drafts.count()).toBe(1));
  await userEvent.click(submit());
  await address();
  const [entry] = await handset.phone.entries();
  expect(entry?.payload).toMatchObject({ ...lastTime, broken: '', contact: '7' });
});

it('asks before it replaces what was typed', async () => {
  await keepLastTime();
  open('?contact=7');
  await userEvent.type(await screen.findByLabelText(/Улица/), 'Полевая');
  await userEvent.click(await screen.findByRole('button', { name: 'Подставить' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Уже заполнено: Улица.');
  await userEvent.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(written(/Улица/)).toBe('Полевая');
  await userEvent.click(screen.getByRole('button', { name: 'Подставить' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Заменить' }));
  expect(written(/Улица/)).toBe('Лесная');
});

it('remembers on this device where an order goes, and offers its street in that district', async () => {
  open('?contact=7');
  await fillIn('Садовая');
  await userEvent.click(submit());
  await address();
  const { addresses } = handset.phone.book().cache;
  await waitFor(async () => expect(await addresses.count()).toBe(3));
  cleanup();
  const { container } = open();
  await userEvent.selectOptions(await screen.findByLabelText(/Район/), 'Центр');
  await waitFor(() =>
    expect(container.querySelector('datalist option')?.getAttribute('value')).toBe('Садовая'),
  );
  expect(screen.getByLabelText(/Улица/).getAttribute('list')).toBe(container.querySelector('datalist')?.id);
});

it('does not take an order for a contact that was deleted meanwhile', async () => {
  open('?contact=7');
  await fillIn();
  await handset.phone.save('contact.delete', { contact: '7', name: 'Анна' });
  expect(await screen.findByText('Этого контакта больше нет. Выберите другой.')).toBeTruthy();
  await userEvent.click(submit());
  const contact = screen.getByRole('button', { name: /^Контакт:/ });
  await waitFor(() => expect(document.activeElement).toBe(contact));
  expect((await handset.phone.entries()).map(entry => entry.kind)).toEqual(['contact.delete']);
  expect(written(/Улица/)).toBe('Лесная');
});

it('takes an order for a contact whose book was dropped from the device', async () => {
  open('?contact=7');
  await fillIn();
  await handset.phone.book().cache.contacts.clear();
  await userEvent.click(submit());
  await address();
  expect(await handset.phone.entries()).toHaveLength(1);
});

it('can be sent once its lists have come, with what was typed before', async () => {
  await forgetLists();
  open('?contact=7');
  await userEvent.type(await screen.findByLabelText(/Улица/), 'Лесная');
  await keepLists();
  await waitFor(() => expect(submit().hasAttribute('disabled')).toBe(false));
  expect(written(/Улица/)).toBe('Лесная');
  expect(screen.queryByText(/еще не загружены/)).toBeNull();
});

it('opens empty for an address that names no contact', async () => {
  open('?contact=abc');
  expect(await screen.findByRole('button', { name: 'Контакт: Выбрать контакт' })).toBeTruthy();
});
