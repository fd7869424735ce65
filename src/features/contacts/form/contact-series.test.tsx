// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { ContactAddScreen } from './contact-add-screen.tsx';

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(cleanup);

const openAdd = () => openScreen(pocket.device, <ContactAddScreen />, '/promo/contacts/add');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const next = () => screen.getByRole('button', { name: 'Сохранить и добавить еще' });
const entries = () => pocket.phone.entries();
const drafts = () => pocket.phone.db.drafts.toArray();

async function fill(name: string, phone: string) {
  await userEvent.type(await field('Имя'), name);
  await userEvent.type(await field('Телефон'), phone);
}

describe('contacts one after another', () => {
  test('are saved each as an entry of its own; the comment stays, the focus is in the name', async () => {
    openAdd();
    await userEvent.type(await field('Комментарий'), 'Ярмарка');
    await fill('Анна', '0001112233');
    await userEvent.click(next());
    expect(await screen.findByText('Анна: сохранен на устройстве. Добавлено подряд: 1')).toBeTruthy();
    expect(document.activeElement).toBe(await field('Имя'));
    expect((await field('Имя')).value).toBe('');
    expect((await field('Телефон')).value).toBe('');
    expect((await field('Комментарий')).value).toBe('Ярмарка');
    await fill('Борис', '0004445566');
    await userEvent.click(next());
    expect(await screen.findByText('Борис: сохранен на устройстве. Добавлено подряд: 2')).toBeTruthy();
    const saved = await entries();
    expect(saved.map(entry => entry.payload)).toEqual([
      { first_name: 'Анна', last_name: '', comment: 'Ярмарка', phones: ['0001112233'] },
      { first_name: 'Борис', last_name: '', comment: 'Ярмарка', phones: ['0004445566'] },
    ]);
    expect(new Set(saved.map(entry => entry.id)).size).toBe(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('end with the list', async () => {
    openAdd();
    await fill('Анна', '0001112233');
    await userEvent.click(next());
    await screen.findByText(/Добавлено подряд: 1/);
    await fill('Борис', '0004445566');
    await userEvent.click(screen.getByRole('button', { name: 'Создать контакт' }));
    expect((await screen.findByRole('status', { name: 'address' })).textContent).toBe('/promo/contacts');
    expect(await entries()).toHaveLength(2);
  });

  test('do not take the focus out of the field that is being typed in', async () => {
    openAdd();
    await fill('Анна', '0001112233');
    expect(fireEvent.mouseDown(next())).toBe(false);
  });

  test('are one entry at a double tap, and the second tap complains of nothing', async () => {
    openAdd();
    await fill('Анна', '0001112233');
    fireEvent.click(next());
    fireEvent.click(next());
    await screen.findByText(/Добавлено подряд: 1/);
    await userEvent.click(next());
    expect(await entries()).toHaveLength(1);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(await field('Имя'));
  });

  test('keep everything when the device is full', async () => {
    openAdd();
    await fill('Анна', '0001112233');
    const full = new DOMException('full', 'QuotaExceededError');
    pocket.phone.db.entries.hook('creating', () => {
      throw full;
    });
    await userEvent.click(next());
    expect(await screen.findByText(/На устройстве нет места/)).toBeTruthy();
    expect((await field('Имя')).value).toBe('Анна');
    expect((await field('Телефон')).value).toBe('+7 (000) 111-22-33');
    expect(screen.queryByText(/Добавлено подряд/)).toBeNull();
  });

  test('refuse what is not complete like any other save', async () => {
    openAdd();
    await userEvent.type(await field('Имя'), 'Анна');
    await userEvent.click(next());
    expect(await screen.findByRole('alert', { name: '1 ошибка в форме' })).toBeTruthy();
    expect(await entries()).toEqual([]);
  });

  test('[S9] leave no draft of what was saved, and one of what is being typed then', async () => {
    const view = openAdd();
    await fill('Анна', '0001112233');
    await userEvent.click(next());
    await screen.findByText(/Добавлено подряд: 1/);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await drafts()).toEqual([]);
    await userEvent.type(await field('Имя'), 'Бо');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await drafts()).toHaveLength(1));
    view.unmount();
    openAdd();
    expect((await field('Имя')).value).toBe('Бо');
    await userEvent.type(await field('Телефон'), '0004445566');
    await userEvent.click(screen.getByRole('button', { name: 'Создать контакт' }));
    await screen.findByRole('status', { name: 'address' });
    expect(await entries()).toHaveLength(2);
  });
});
