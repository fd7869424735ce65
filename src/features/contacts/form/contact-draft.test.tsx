// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#kit/ids.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { ContactAddScreen } from './contact-add-screen.tsx';

const anna = { first_name: 'Анна', last_name: 'Ёлкина', comment: 'Подъезд 3', phones: ['0001234567'] };

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(cleanup);

const openAdd = (query = '') =>
  openScreen(pocket.device, <ContactAddScreen />, `/promo/contacts/add${query}`);
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const create = () => screen.getByRole('button', { name: 'Создать контакт' });

async function fill(name: string, phone: string) {
  await userEvent.type(await field('Имя'), name);
  await userEvent.type(await field('Телефон'), phone);
}

describe('[S9] a draft', () => {
  test('is there again after the app was killed, says so, and can be thrown away', async () => {
    const view = openAdd();
    await userEvent.type(await field('Имя'), 'Анна');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await pocket.phone.db.drafts.count()).toBe(1));
    view.unmount();
    openAdd();
    expect((await field('Имя')).value).toBe('Анна');
    expect(screen.getByText('Черновик восстановлен')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Начать заново' }));
    await waitFor(async () => expect((await field('Имя')).value).toBe(''));
    expect(screen.queryByText('Черновик восстановлен')).toBeNull();
    expect(await pocket.phone.db.drafts.count()).toBe(0);
  });

  test('of one handed-over text is not mixed up with another, nor with a blank form', async () => {
    for (const [query, typed] of [
      ['', 'а'],
      ['?text=Оля', 'б'],
      ['?text=Ира', 'в'],
    ] as const) {
      const view = openAdd(query);
      await userEvent.type(await field('Фамилия'), typed);
      view.unmount();
    }
    await waitFor(async () => expect(await pocket.phone.db.drafts.count()).toBe(3));
    openAdd('?text=Оля');
    expect((await field('Имя')).value).toBe('Оля');
    expect((await field('Фамилия')).value).toBe('б');
  });

  test('goes with the save that it became', async () => {
    openAdd();
    await fill('Анна', '0001234567');
    document.dispatchEvent(new Event('visibilitychange'));
    await userEvent.click(create());
    await screen.findByRole('status', { name: 'address' });
    cleanup();
    expect(await pocket.phone.db.drafts.count()).toBe(0);
  });

  test('is not offered when its entry is already saved', async () => {
    const id = newId();
    await pocket.phone.save('contact.create', anna, id);
    const ownerKey = pocket.phone.book().ownerKey;
    const value = { id, values: { ...anna, phones: [{ text: '' }] }, base: null };
    await pocket.phone.drafts.save({
      key: `${ownerKey}|contact.add|new`,
      ownerKey,
      form: 'contact.add',
      value,
    });
    openAdd();
    expect((await field('Имя')).value).toBe('');
  });
});
