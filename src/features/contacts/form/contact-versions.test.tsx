// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#kit/ids.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { ContactsScreen } from '../contacts-screen.tsx';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { ContactEditScreen } from './contact-edit-screen.tsx';

const base: ContactValues = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Подъезд 3',
  phones: ['0001112233'],
};
const mine: ContactValues = { ...base, last_name: 'Ель', comment: 'Подъезд 4' };
const theirs: ContactValues = { ...base, last_name: 'Сосна', phones: ['0004445566', '0007778899'] };

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(cleanup);

const openEdit = (key = '7') =>
  openScreen(pocket.device, <ContactEditScreen />, `/promo/contacts/edit/${key}`, '/promo/contacts/edit/:id');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить контакт' }));
const panel = () => screen.findByRole('region', { name: 'Контакт изменен и на сервере' });
const entries = () => pocket.phone.entries();

/** What the server told last. */
async function told(values: ContactValues, seenTick = 1) {
  const row = { id: 7, ...values, created_at: '2026-11-19 10:00:00', search: '', seenTick };
  const contact_phones = values.phones.map(full_phone => ({ full_phone }));
  await pocket.phone.book().cache.contacts.put({ ...row, contact_phones });
}

/** A change that was made from `base` and waits. */
async function queued() {
  await told(base);
  const owner = pocket.device.session.lastOwner();
  if (!owner) throw new Error('nobody is signed in');
  const payload = { ...mine, contact: '7' };
  const id = newId();
  await pocket.phone.outbox.enqueue(owner, { id, kind: 'contact.update', payload, base });
  return id;
}

describe('a change that waits while the server changed the contact too', () => {
  test('is said on its card, which leads to both versions', async () => {
    await queued();
    openScreen(pocket.device, <ContactsScreen />, '/promo/contacts');
    const card = within(await screen.findByRole('article', { name: 'Анна Ель' }));
    expect(card.queryByText('Изменен и на сервере')).toBeNull();
    await told(theirs, 2);
    expect(await card.findByText('Изменен и на сервере')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Сравнить' }).getAttribute('href')).toBe('/promo/contacts/edit/7');
  });

  test('shows both side by side and saves what was chosen, as the same entry with a new base', async () => {
    const id = await queued();
    await told(theirs, 2);
    openEdit();
    const view = within(await panel());
    const surname = within(view.getByRole('group', { name: 'Фамилия' }));
    expect(surname.getByText('Ель')).toBeTruthy();
    expect(surname.getByText('Сосна')).toBeTruthy();
    expect(view.queryByRole('group', { name: 'Комментарий' })).toBeNull();
    await userEvent.click(surname.getByRole('button', { name: 'Оставить мое: фамилия' }));
    await userEvent.click(view.getByRole('button', { name: 'Взять с сервера: телефоны' }));
    expect(await screen.findByText(/Все различия решены/)).toBeTruthy();
    expect((await field('Телефон 2')).value).toBe('+7 (000) 777-88-99');
    await save();
    await waitFor(async () =>
      expect(await entries()).toMatchObject([
        {
          ...{ id, state: 'queued', base: { ...base, last_name: 'Сосна', phones: theirs.phones } },
          payload: { ...mine, contact: '7', phones: theirs.phones },
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByText(/Все различия решены/)).toBeNull());
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('is not saved before every difference is settled, and nothing is lost', async () => {
    await queued();
    await told(theirs, 2);
    openEdit();
    await panel();
    await userEvent.type(await field('Имя'), '!');
    await save();
    await waitFor(async () => expect(document.activeElement).toBe(await panel()));
    expect((await field('Имя')).value).toBe('Анна!');
    expect((await entries())[0]?.payload).toMatchObject({ first_name: 'Анна' });
  });

  test('[S15] shows the same after the server refused it', async () => {
    const id = await queued();
    await told(theirs, 2);
    const { seq } = await pocket.phone.entry(id);
    const error = { kind: 'refused', status: 409, message: 'Контакт изменили', fields: {} };
    await pocket.phone.db.entries.update(seq, { state: 'rejected', attempts: 1, error });
    openEdit();
    const view = within(await panel());
    expect(screen.getByText('Контакт изменили')).toBeTruthy();
    await userEvent.click(view.getByRole('button', { name: 'Взять с сервера: фамилия' }));
    await userEvent.click(view.getByRole('button', { name: 'Оставить мое: телефоны' }));
    await save();
    await waitFor(async () =>
      expect(await entries()).toMatchObject([
        { id, state: 'queued', error: null, payload: { last_name: 'Сосна', phones: base.phones } },
      ]),
    );
  });
});

describe('a form that is open while the server changes the contact', () => {
  test('follows it as long as nobody has touched it', async () => {
    await told(base);
    openEdit();
    await field('Имя');
    await told(theirs, 2);
    await waitFor(async () => expect((await field('Фамилия')).value).toBe('Сосна'));
    expect(screen.queryByRole('region')).toBeNull();
    await userEvent.type(await field('Имя'), '!');
    await save();
    await waitFor(async () =>
      expect(await entries()).toMatchObject([{ payload: { ...theirs, first_name: 'Анна!' }, base: theirs }]),
    );
  });

  test('keeps what was typed and asks', async () => {
    await told(base);
    openEdit();
    await userEvent.type(await field('Фамилия'), '!');
    await told(theirs, 2);
    const view = within(await panel());
    expect(within(view.getByRole('group', { name: 'Фамилия' })).getByText('Ёлкина!')).toBeTruthy();
    expect((await field('Фамилия')).value).toBe('Ёлкина!');
  });

  test('does not take its own save for news, however often it saves', async () => {
    await told(base);
    openEdit();
    for (const letter of ['а', 'б']) {
      await userEvent.type(await field('Имя'), letter);
      await save();
      await waitFor(async () =>
        expect(
          String((await entries())[0]?.payload && JSON.stringify((await entries())[0]?.payload)),
        ).toContain(`${letter}"`),
      );
    }
    expect(await entries()).toMatchObject([{ base, payload: { first_name: 'Аннааб' } }]);
    const [entry] = await entries();
    await pocket.phone.db.entries.update(entry?.seq ?? 0, { state: 'done', settledTick: 2 });
    await userEvent.type(await field('Имя'), 'в');
    await told({ ...base, first_name: 'Аннааб' }, 3);
    await waitFor(async () => expect((await field('Имя')).value).toBe('Аннаабв'));
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('keeps what was typed when the contact is gone there, and says so', async () => {
    await told(base);
    openEdit();
    await userEvent.type(await field('Имя'), '!');
    await pocket.phone.book().cache.contacts.delete(7);
    expect(await screen.findByText(/Контакт удален на сервере/)).toBeTruthy();
    expect((await field('Имя')).value).toBe('Анна!');
    expect(screen.getByRole('button', { name: 'Сохранить контакт' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('a contact that this device has never seen', () => {
  const contact = { id: 9, ...base, created_at: '2026-11-19 10:00:00' };
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

  test('waits for a network, and opens once it is there', async () => {
    pocket = await screenPhone(() => json({ ...contact, contact_phones: [{ full_phone: '70001112233' }] }));
    openEdit('9');
    expect(await screen.findByText(/еще не загружен на устройство/)).toBeTruthy();
    pocket.network.on();
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect((await field('Имя')).value).toBe('Анна');
  });

  test.each([
    [404, 'Контакт не найден'],
    [403, 'Контакт не найден'],
    [500, 'Не удалось загрузить'],
  ])('is an error of its own when the server answers %i', async (status, words) => {
    pocket = await screenPhone(({ url }) => json({ message: 'Нет' }, url.includes('/edit/') ? status : 503));
    pocket.network.on();
    openEdit('9');
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });
});
