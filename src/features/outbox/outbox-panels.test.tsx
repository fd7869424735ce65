import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem } from '#api/problem.ts';
import { exchangeAtom } from '#state/sync.ts';
import { openScreen, screenPhone, storeOf } from '#tests/support/screen.tsx';
import { OutboxScreen } from './outbox-screen.tsx';

const anna = { first_name: 'Анна', last_name: '', comment: '', phones: ['0001234567'] };

it('where the session is over, the queue leads to the sign-in, and sends nothing in vain', async () => {
  const { device, phone } = await screenPhone();
  await phone.save('contact.create', anna);
  const pass = problem('unauthenticated', { status: 401 });
  storeOf(device).set(exchangeAtom, { pass, fetch: null });
  openScreen(device, <OutboxScreen />, '/promo/outbox');
  expect(await screen.findByRole('link', { name: 'Войти' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Отправить сейчас' })).toBeNull();
});
