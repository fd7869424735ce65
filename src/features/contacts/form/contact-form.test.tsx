import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { eachContactText, noContactTexts } from '#contract/contact-fields.ts';
import { newId } from '#kit/ids.ts';
import { contactRow, refused } from '#tests/support/cached-rows.ts';
import { answerOf } from '#tests/support/network.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { ContactAddScreen } from './contact-add-screen.tsx';
import { ContactEditScreen } from './contact-edit-screen.tsx';
import { ContactForm } from './contact-form.ts';

const anna = {
  ...noContactTexts,
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Подъезд 3',
  phones: ['0001234567'],
};
const base: ContactValues = { ...anna, phones: ['0001112233'] };
const mine: ContactValues = { ...base, last_name: 'Ель', comment: 'Подъезд 4' };
const theirs: ContactValues = { ...base, last_name: 'Сосна', phones: ['0004445566', '0007778899'] };

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});

const openAdd = (query = '') =>
  openScreen(handset.device, <ContactAddScreen />, `/promo/contacts/add${query}`);
const openEdit = (key = '7') =>
  openScreen(
    handset.device,
    <ContactEditScreen />,
    `/promo/contacts/edit/${key}`,
    '/promo/contacts/edit/:id',
  );
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const create = () => screen.getByRole('button', { name: 'Создать контакт' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить контакт' }));
const entries = () => handset.phone.entries();

async function write(name: string, text: string) {
  await userEvent.click(await field(name));
  await userEvent.paste(text);
}

const panel = () => screen.findByRole('region', { name: 'Контакт изменен и на сервере' });

/** What the server told last. */
async function received(values: ContactValues, seenTick = 1) {
  await handset.phone.book().cache.contacts.put(contactRow(7, { ...values, seenTick }));
}

/** A change that was made from `base` and waits. */
async function queued() {
  await received(base);
  const owner = handset.device.session.lastOwner();
  if (!owner) throw new Error('nobody is signed in');
  const payload = { ...mine, contact: '7' };
  const id = newId();
  await handset.phone.outbox.enqueue(owner, { id, kind: 'contact.update', payload, base });
  return id;
}

describe('a new contact', () => {
  test('is kept on the device in its own words and leads back to the list', async () => {
    openAdd();
    await userEvent.type(await field('Имя'), '  Анна ');
    await userEvent.type(await field('Телефон'), '8 000 123 45 67');
    await userEvent.click(create());
    expect((await screen.findByRole('status', { name: 'address' })).textContent).toBe('/promo/contacts');
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    expect(entry?.kind).toBe('contact.create');
    expect(entry?.payload).toEqual({ ...anna, last_name: '', comment: '' });
  });

  test('is refused without a name and with a number that is cut, and nothing is saved', async () => {
    openAdd();
    await write('Телефон', '000123');
    await userEvent.click(create());
    expect(await screen.findByText('Заполните поле «Имя»')).toBeTruthy();
    expect(document.activeElement).toBe(await field('Имя'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect((await field('Телефон')).getAttribute('aria-invalid')).toBe('true');
    expect((await field('Телефон')).value).toBe('+7 (000) 123');
    expect(await entries()).toEqual([]);
  });

  test('takes several pasted numbers as rows', async () => {
    openAdd();
    await userEvent.click(await field('Телефон'));
    await userEvent.paste('8 000 111-22-33, +7 (000) 444-55-66');
    expect((await field('Телефон')).value).toBe('+7 (000) 111-22-33');
    expect((await field('Телефон 2')).value).toBe('+7 (000) 444-55-66');
  });

  test('is filled from what was searched or shared: digits are the phone, words the name', async () => {
    openAdd(`?text=${encodeURIComponent('Оля от Бориса +7 000 123-45-67')}`);
    expect((await field('Имя')).value).toBe('Оля от Бориса');
    expect((await field('Телефон')).value).toBe('+7 (000) 123-45-67');
  });
});

describe('the form', () => {
  test('asks the phone for the right keyboards', async () => {
    openAdd();
    const name = await field('Имя');
    expect(name.getAttribute('autocapitalize')).toBe('words');
    expect(name.getAttribute('enterkeyhint')).toBe('next');
    expect((await field('Телефон')).getAttribute('enterkeyhint')).toBe('done');
    await userEvent.click(screen.getByRole('button', { name: 'добавить телефон' }));
    for (const [label, key] of [
      ['Телефон', 'next'],
      ['Телефон 2', 'done'],
    ] as const) {
      const phone = await field(label);
      expect(phone.getAttribute('enterkeyhint')).toBe(key);
      expect(phone.getAttribute('inputmode')).toBe('tel');
      expect(phone.getAttribute('autocomplete')).toBe('off');
    }
  });

  test('says when it goes', async () => {
    openAdd();
    await field('Имя');
    expect(await screen.findByText('Уйдет сейчас')).toBeTruthy();
  });
});

describe('two words in the name', () => {
  const names = async () => [(await field('Имя')).value, (await field('Фамилия')).value];
  const offer = (surname: string) => screen.findByRole('button', { name: `Фамилия: ${surname}?` });

  test('are split only when somebody says so, and swapped by another tap', async () => {
    openAdd();
    await write('Имя', 'Новиков Петр');
    expect(await names()).toEqual(['Новиков Петр', '']);
    await userEvent.click(await offer('Новиков'));
    expect(await names()).toEqual(['Петр', 'Новиков']);
    await userEvent.click(await offer('Петр'));
    expect(await names()).toEqual(['Новиков', 'Петр']);
    await userEvent.type(await field('Фамилия'), 'а');
    expect(screen.queryByRole('button', { name: /^Фамилия:/ })).toBeNull();
  });

  test.each([
    ['Анна Ёлкина', 'Ёлкина'],
    ['Ирина Королёва', 'Королёва'],
    ['Шевченко Олег', 'Шевченко'],
    ['Ли Анна', 'Ли'],
  ])('of «%s» the surname is «%s»', async (typed, surname) => {
    openAdd();
    await write('Имя', typed);
    expect(await offer(surname)).toBeTruthy();
  });

  test('a number pasted with a name goes to the phones', async () => {
    openAdd();
    const name = await field('Имя');
    expect(document.activeElement).toBe(name);
    await write('Имя', 'Оля +7 000 123-45-67');
    expect((await field('Имя')).value).toBe('Оля');
    expect((await field('Телефон')).value).toBe('+7 (000) 123-45-67');
    await write('Имя', 'Борис кв 12 +7 000 123-45-68');
    expect((await field('Имя')).value).toBe('Оля');
    expect((await field('Комментарий')).value).toBe('Борис\nкв 12');
  });
});

describe('phones', () => {
  test('have a trash only when there are several, and a filled one asks first', async () => {
    openAdd();
    await write('Телефон', '0001112233');
    expect(screen.queryByRole('button', { name: /Удалить телефон/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'добавить телефон' }));
    await userEvent.click(screen.getByRole('button', { name: 'Удалить телефон 1' }));
    const question = screen.getByRole('dialog', { name: 'Удалить телефон +7 (000) 111-22-33?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Отмена' }));
    expect((await field('Телефон')).value).toBe('+7 (000) 111-22-33');
    await userEvent.click(screen.getByRole('button', { name: 'Удалить телефон 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    expect((await field('Телефон')).value).toBe('');
    expect(screen.queryByRole('button', { name: /Удалить телефон/ })).toBeNull();
  });

  test('go without a question while they are empty', async () => {
    openAdd();
    await write('Телефон', '0001112233');
    await userEvent.click(screen.getByRole('button', { name: 'добавить телефон' }));
    await userEvent.click(screen.getByRole('button', { name: 'Удалить телефон 2' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Телефон 2' })).toBeNull();
  });
});

describe('a known contact', () => {
  test('is changed in place while its creation still waits, twice in one visit', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    openEdit(entry.id);
    for (const first_name of ['Анна!', 'Анна!?']) {
      await userEvent.type(await field('Имя'), first_name.slice(-1));
      await save();
      await waitFor(async () =>
        expect(await entries()).toMatchObject([{ id: entry.id, payload: { first_name } }]),
      );
    }
    expect(screen.getByRole('form', { name: 'Редактирование контакта' })).toBeTruthy();
    expect(screen.queryByText(/Уже есть/)).toBeNull();
  });

  test('[S15] opens with the messages of the server at their fields and is queued again by saving', async () => {
    const entry = await handset.phone.save('contact.create', anna);
    const fields = { 'contact_phones.0.full_phone': ['Такой телефон уже есть'] };
    await handset.phone.db.entries.update(entry.seq, refused({ message: 'Ошибка', fields }));
    openEdit(entry.id);
    const phone = await field('Телефон');
    await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Такой телефон уже есть')).toBeTruthy();
    await userEvent.clear(phone);
    await userEvent.type(phone, '0009998877');
    await save();
    await waitFor(async () =>
      expect(await handset.phone.entry(entry.id)).toMatchObject({
        state: 'queued',
        error: null,
        payload: { phones: ['0009998877'] },
      }),
    );
  });

  test('that nobody knows is an error, not an empty form', async () => {
    openEdit(newId());
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Контакт не найден')).toBeTruthy();
  });
});

test('how long a text may be, and how many phones, is the server’s to refuse', () => {
  const phones = Array.from({ length: 30 }, (_, at) => ({ text: `+7 (000) 000-00-${10 + at}` }));
  const long = { ...eachContactText(() => 'я'.repeat(3000)), phones };
  expect(v.safeParse(ContactForm, long).success).toBe(true);
});

describe('a change that waits while the server changed the contact too', () => {
  test('shows both side by side and saves what was chosen, as the same entry with a new base', async () => {
    const id = await queued();
    await received(theirs, 2);
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
          id,
          state: 'queued',
          base: { ...base, last_name: 'Сосна', phones: theirs.phones },
          payload: { ...mine, contact: '7', phones: theirs.phones },
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByText(/Все различия решены/)).toBeNull());
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('is not saved before every difference is settled, and nothing is lost', async () => {
    await queued();
    await received(theirs, 2);
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
    await received(theirs, 2);
    const { seq } = await handset.phone.entry(id);
    await handset.phone.db.entries.update(seq, refused({ status: 409, message: 'Контакт изменили' }));
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
    await received(base);
    openEdit();
    await field('Имя');
    await received(theirs, 2);
    await waitFor(async () => expect((await field('Фамилия')).value).toBe('Сосна'));
    expect(screen.queryByRole('region')).toBeNull();
    await userEvent.type(await field('Имя'), '!');
    await save();
    await waitFor(async () =>
      expect(await entries()).toMatchObject([
        { kind: 'contact.update', payload: { ...theirs, contact: '7', first_name: 'Анна!' }, base: theirs },
      ]),
    );
  });

  test('keeps what was typed and asks', async () => {
    await received(base);
    openEdit();
    await userEvent.type(await field('Фамилия'), '!');
    await received(theirs, 2);
    const view = within(await panel());
    expect(within(view.getByRole('group', { name: 'Фамилия' })).getByText('Ёлкина!')).toBeTruthy();
    expect((await field('Фамилия')).value).toBe('Ёлкина!');
  });

  test('does not take its own save for news, however often it saves', async () => {
    await received(base);
    openEdit();
    for (const first_name of ['Аннаа', 'Аннааб']) {
      await userEvent.type(await field('Имя'), first_name.slice(-1));
      await save();
      await waitFor(async () => expect(await entries()).toMatchObject([{ base, payload: { first_name } }]));
    }
    const [entry] = await entries();
    await handset.phone.db.entries.update(entry?.seq ?? 0, { state: 'done', settledTick: 2 });
    await userEvent.type(await field('Имя'), 'в');
    await received({ ...base, first_name: 'Аннааб' }, 3);
    await waitFor(async () => expect((await field('Имя')).value).toBe('Аннаабв'));
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('keeps what was typed when the contact is gone there, and says so', async () => {
    await received(base);
    openEdit();
    await userEvent.type(await field('Имя'), '!');
    await handset.phone.book().cache.contacts.delete(7);
    expect(await screen.findByText(/^Контакт удален: /)).toBeTruthy();
    expect((await field('Имя')).value).toBe('Анна!');
    expect(screen.getByRole('button', { name: 'Сохранить контакт' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('a contact that this device has never seen', () => {
  const contact = { id: 9, ...base, created_at: '2026-11-19 10:00:00' };

  test('waits for a network, and opens once it is there', async () => {
    handset = await screenPhone(() =>
      answerOf({ ...contact, contact_phones: [{ full_phone: '70001112233' }] }),
    );
    openEdit('9');
    expect(await screen.findByText(/еще не загружен на устройство/)).toBeTruthy();
    handset.network.on();
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect((await field('Имя')).value).toBe('Анна');
  });

  test.each([
    [404, 'Контакт не найден'],
    [403, 'Нет прав'],
    [500, 'Не удалось загрузить'],
  ])('is an error of its own when the server answers %i', async (status, words) => {
    handset = await screenPhone(({ url }) =>
      answerOf({ message: 'Нет' }, url.includes('/edit/') ? status : 503),
    );
    handset.network.on();
    openEdit('9');
    expect((await screen.findByRole('alert')).textContent).toContain(words);
  });
});
