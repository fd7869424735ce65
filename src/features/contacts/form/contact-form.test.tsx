// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#kit/ids.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { ContactAddScreen } from './contact-add-screen.tsx';
import { ContactEditScreen } from './contact-edit-screen.tsx';

const anna = { first_name: 'Анна', last_name: 'Ёлкина', comment: 'Подъезд 3', phones: ['0001234567'] };

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(cleanup);

const openAdd = (query = '') =>
  openScreen(pocket.device, <ContactAddScreen />, `/promo/contacts/add${query}`);
const openEdit = (key: string) =>
  openScreen(pocket.device, <ContactEditScreen />, `/promo/contacts/edit/${key}`, '/promo/contacts/edit/:id');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const create = () => screen.getByRole('button', { name: 'Создать контакт' });
const save = () => screen.getByRole('button', { name: 'Сохранить контакт' });

async function fill(name: string, phone: string) {
  await userEvent.type(await field('Имя'), name);
  await userEvent.type(await field('Телефон'), phone);
}

describe('a new contact', () => {
  test('is kept on the device in its own words and leads back to the list', async () => {
    openAdd();
    await fill('  Анна ', '8 000 123 45 67');
    await userEvent.click(create());
    expect((await screen.findByRole('status', { name: 'address' })).textContent).toBe('/promo/contacts');
    const [entry, ...others] = await pocket.phone.entries();
    expect(others).toEqual([]);
    expect(entry?.kind).toBe('contact.create');
    expect(entry?.payload).toEqual({
      first_name: 'Анна',
      last_name: '',
      comment: '',
      phones: ['0001234567'],
    });
  });

  test('is one entry however fast the button is pressed', async () => {
    openAdd();
    await fill('Анна', '0001234567');
    const form = screen.getByRole('form', { name: 'Добавление контакта' });
    fireEvent.submit(form);
    fireEvent.submit(form);
    await screen.findByRole('status', { name: 'address' });
    expect(await pocket.phone.entries()).toHaveLength(1);
  });

  test('is refused without a name and with a number that is cut, and nothing is saved', async () => {
    openAdd();
    await userEvent.type(await field('Телефон'), '000123');
    await userEvent.click(create());
    const summary = await screen.findByRole('alert', { name: '2 ошибки в форме' });
    expect(within(summary).getByRole('button', { name: 'Заполните поле «Имя»' })).toBeTruthy();
    expect((await field('Имя')).getAttribute('aria-invalid')).toBe('true');
    expect((await field('Телефон')).getAttribute('aria-invalid')).toBe('true');
    expect((await field('Телефон')).value).toBe('+7 (000) 123');
    expect(await pocket.phone.entries()).toEqual([]);
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

  test('stays in the form when the device is full', async () => {
    openAdd();
    await fill('Анна', '0001234567');
    const full = new DOMException('full', 'QuotaExceededError');
    pocket.phone.db.entries.hook('creating', () => {
      throw full;
    });
    await userEvent.click(create());
    expect(await screen.findByText(/На устройстве нет места/)).toBeTruthy();
    expect((await field('Имя')).value).toBe('Анна');
    expect(create().hasAttribute('disabled')).toBe(false);
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

  test('says that it will be sent later only while something waits', async () => {
    const view = openAdd();
    await field('Имя');
    expect(screen.queryByText('Отправим, когда появится связь')).toBeNull();
    view.unmount();
    await pocket.phone.save('contact.create', anna);
    openAdd();
    expect(await screen.findByText('Отправим, когда появится связь')).toBeTruthy();
  });
});

describe('phones', () => {
  test('have a trash only when there are several, and a filled one asks first', async () => {
    openAdd();
    await userEvent.type(await field('Телефон'), '0001112233');
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
    await userEvent.type(await field('Телефон'), '0001112233');
    await userEvent.click(screen.getByRole('button', { name: 'добавить телефон' }));
    await userEvent.click(screen.getByRole('button', { name: 'Удалить телефон 2' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Телефон 2' })).toBeNull();
  });
});

describe('a known contact', () => {
  test('is changed in place while its creation still waits, twice in one visit', async () => {
    const entry = await pocket.phone.save('contact.create', anna);
    openEdit(entry.id);
    await userEvent.type(await field('Имя'), '!');
    await userEvent.click(save());
    await waitFor(async () =>
      expect((await pocket.phone.entry(entry.id)).payload).toMatchObject({ first_name: 'Анна!' }),
    );
    await userEvent.type(await field('Имя'), '?');
    await userEvent.click(save());
    await waitFor(async () =>
      expect((await pocket.phone.entry(entry.id)).payload).toMatchObject({ first_name: 'Анна!?' }),
    );
    expect(await pocket.phone.entries()).toHaveLength(1);
    expect(screen.getByRole('form', { name: 'Редактирование контакта' })).toBeTruthy();
  });

  test('keeps what was seen as the base of a change', async () => {
    await keep(7);
    openEdit('7');
    await userEvent.type(await field('Фамилия'), 'Ё');
    await userEvent.click(save());
    await waitFor(async () => expect(await pocket.phone.entries()).toHaveLength(1));
    const [entry] = await pocket.phone.entries();
    expect(entry).toMatchObject({
      kind: 'contact.update',
      payload: { contact: '7', last_name: 'ЁлкинаЁ' },
      base: anna,
    });
  });

  test('[S15] opens with the messages of the server at their fields and is queued again by saving', async () => {
    const entry = await pocket.phone.save('contact.create', anna);
    const error = {
      ...{ kind: 'refused', status: 422, message: 'Ошибка' },
      fields: { 'contact_phones.0.full_phone': ['Такой телефон уже есть'] },
    };
    await pocket.phone.db.entries.update(entry.seq, { state: 'rejected', attempts: 1, error });
    openEdit(entry.id);
    const phone = await field('Телефон');
    await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Такой телефон уже есть')).toBeTruthy();
    await userEvent.clear(phone);
    await userEvent.type(phone, '0009998877');
    await userEvent.click(save());
    await waitFor(async () =>
      expect(await pocket.phone.entry(entry.id)).toMatchObject({
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

async function keep(id: number) {
  await pocket.phone.book().cache.contacts.put({
    ...{ ...anna, id, created_at: '2026-11-19 10:00:00', seenTick: 1, search: '' },
    contact_phones: anna.phones.map(full_phone => ({ full_phone })),
  });
}
