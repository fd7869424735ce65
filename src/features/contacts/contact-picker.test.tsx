import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openScreen, type ScreenPhone, screenPhone } from '#tests/support/screen.tsx';
import { ContactPicker } from './contact-picker.tsx';
import type { ContactView } from './offline/contact-book.ts';

const anna = {
  first_name: 'Анна',
  last_name: 'Ёлкина',
  comment: 'Третий подъезд',
  phones: ['0001234567', '0007654321'],
};

let handset: ScreenPhone;
beforeEach(async () => {
  handset = await screenPhone();
});

describe('the picker', () => {
  const openPicker = (onPick: (contact: ContactView) => void, onSubmit = vi.fn()) =>
    openScreen(
      handset.device,
      <form onSubmit={onSubmit}>
        <ContactPicker open onPick={onPick} onClose={() => {}} />
      </form>,
      '/promo/orders/add/point',
    );

  test('finds a contact by a part of its phone', async () => {
    await handset.phone.save('contact.create', anna);
    const onPick = vi.fn();
    openPicker(onPick);
    await userEvent.type(await screen.findByRole('searchbox'), '765');
    await userEvent.click(await screen.findByRole('button', { name: /Анна Ёлкина/ }));
    expect(onPick.mock.calls[0]?.[0]).toMatchObject({ first_name: 'Анна', phones: anna.phones });
  });

  test('makes the contact that was searched for and picks it, without submitting the form around it', async () => {
    const onPick = vi.fn();
    const onSubmit = vi.fn();
    openPicker(onPick, onSubmit);
    await userEvent.type(await screen.findByRole('searchbox'), 'Щукин');
    await userEvent.click(screen.getByRole('button', { name: 'Создать контакт' }));
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Имя' })).value).toBe('Щукин');
    await userEvent.click(screen.getByRole('textbox', { name: 'Телефон' }));
    await userEvent.paste('0001112233');
    await userEvent.click(screen.getByRole('button', { name: 'Создать контакт' }));
    await waitFor(() => expect(onPick).toHaveBeenCalledOnce());
    const [entry] = await handset.phone.entries();
    expect(onPick.mock.calls[0]?.[0]).toMatchObject({
      key: entry?.id,
      first_name: 'Щукин',
      status: 'queued',
    });
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
