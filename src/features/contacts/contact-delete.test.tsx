// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Entry } from '#storage/outbox-db.ts';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { ContactsScreen } from './contacts-screen.tsx';

const anna = { first_name: 'Анна', last_name: 'Ёлкина', comment: 'Подъезд', phones: ['0001234567'] };

let pocket: ScreenPhone;
beforeEach(async () => {
  pocket = await screenPhone();
});
afterEach(cleanup);

function open() {
  openScreen(
    pocket.device,
    <>
      <ContactsScreen />
      <Toasts />
    </>,
    '/promo/contacts',
  );
}

async function remove(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Действия: ${name}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Удалить' }));
  await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
}

/** Toasts are code of their own, loaded with the first one. */
const LOADED = { timeout: 4000 };
const toast = () => screen.findByRole('group', { name: 'Контакт Анна Ёлкина: удален с устройства' }, LOADED);

describe('a contact that was never sent', () => {
  test('goes at once, and comes back as it was, under its own id', async () => {
    const before = await pocket.phone.save('contact.create', anna);
    open();
    await remove('Анна Ёлкина');
    const undo = within(await toast()).getByRole('button', { name: 'Вернуть' });
    expect(await pocket.phone.entries()).toEqual([]);
    await userEvent.click(undo);
    await userEvent.click(undo);
    expect(await screen.findByRole('article', { name: 'Анна Ёлкина' })).toBeTruthy();
    expect(await pocket.phone.entries()).toMatchObject([
      { id: before.id, kind: 'contact.create', payload: anna, state: 'queued' },
    ]);
  });

  test('comes back as another tab had changed it by then', async () => {
    const before = await pocket.phone.save('contact.create', anna);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Действия: Анна Ёлкина' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Удалить' }));
    await pocket.phone.save('contact.update', { ...anna, last_name: 'Ель', contact: before.id });
    await userEvent.click(screen.getByRole('button', { name: 'Удалить' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Вернуть' }, LOADED));
    await waitFor(async () =>
      expect(await pocket.phone.entries()).toMatchObject([{ payload: { last_name: 'Ель' } }]),
    );
  });

  test('offers to come back once more when the device was full', async () => {
    await pocket.phone.save('contact.create', anna);
    open();
    await remove('Анна Ёлкина');
    const undo = within(await toast()).getByRole('button', { name: 'Вернуть' });
    let isFull = true;
    pocket.phone.db.entries.hook('creating', () => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
    });
    await userEvent.click(undo);
    const refusal = await screen.findByRole('group', { name: /На устройстве нет места/ }, LOADED);
    isFull = false;
    await userEvent.click(within(refusal).getByRole('button', { name: 'Вернуть' }));
    await waitFor(async () => expect(await pocket.phone.entries()).toHaveLength(1));
  });
});

describe('a queued delete', () => {
  const known = { id: 7, ...anna, contact_phones: [{ full_phone: '0001234567' }], created_at: '' };

  async function deleted(change: Partial<Entry>) {
    await pocket.phone.book().cache.contacts.put({ ...known, search: '', seenTick: 1 });
    const entry = await pocket.phone.save('contact.delete', { contact: '7', name: 'Анна Ёлкина' });
    await pocket.phone.db.entries.update(entry.seq, change);
    open();
    return entry;
  }
  const takeBack = () => screen.queryByRole('button', { name: 'Вернуть' });

  test('that waits can be taken back', async () => {
    await deleted({});
    expect(await screen.findByText('Удалится при связи')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
    await waitFor(async () => expect(await pocket.phone.entries()).toEqual([]));
  });

  test('whose outcome is unknown says so and cannot be taken back', async () => {
    await deleted({ state: 'unsure', attempts: 1, attemptId: 'a' });
    expect(await screen.findByText('Проверяем удаление')).toBeTruthy();
    expect(takeBack()).toBeNull();
  });

  test('that is being sent says so and cannot be taken back', async () => {
    const entry = await deleted({ state: 'unsure', attempts: 1, attemptId: 'a' });
    const lease = { holder: 'tab', at: pocket.phone.clock.now, entryId: entry.id };
    await pocket.phone.db.control.put({ name: 'lease', value: lease });
    expect(await screen.findByText('Удаляем')).toBeTruthy();
    expect(takeBack()).toBeNull();
  });

  test('that was refused tells why, and can be repeated or taken back', async () => {
    const error = { kind: 'refused', status: 403, message: 'Нельзя', fields: {} };
    const entry = await deleted({ state: 'rejected', attempts: 1, error });
    expect(await screen.findByText('Не удален')).toBeTruthy();
    expect(screen.getByText('Нельзя')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByText('Удалится при связи')).toBeTruthy();
    expect((await pocket.phone.entry(entry.id)).state).toBe('queued');
    expect(takeBack()).toBeTruthy();
  });
});
