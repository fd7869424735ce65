import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PhoneLink } from './phone-link.tsx';
import { Toasts } from './toast.tsx';

function open() {
  const user = userEvent.setup();
  render(
    <>
      <PhoneLink phone="9161234567" name="Оля" />
      <Toasts />
    </>,
  );
  return user;
}
const copy = () => screen.getByRole('button', { name: 'Скопировать номер +7 (916) 123-45-67' });
const said = () => screen.getByRole('status').textContent;

test('a number is copied, and it is said', async () => {
  const user = open();
  await user.click(copy());
  expect(await navigator.clipboard.readText()).toBe('+7 (916) 123-45-67');
  expect(said()).toBe('Скопировано +7 (916) 123-45-67');
});

test('a browser that refuses to copy is told of', async () => {
  const user = open();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(copy());
  await waitFor(() => expect(said()).toMatch(/Не удалось скопировать/));
});
