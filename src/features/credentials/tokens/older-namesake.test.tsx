/** A token of the same name that was there before the attempt is not taken for what the attempt has made. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/clock.ts';
import { answerOf } from '#tests/support/network.ts';
import { remotePhone, setWidth } from '#tests/support/screen.tsx';
import { PersonalTokens } from './personal-tokens.tsx';

const PATH = '/oauth/personal-access-tokens';
const OLDER = { id: 'older', user_id: 1, client_id: 1, name: 'Склад', scopes: [], revoked: false };

it.each([
  ['read', /такого токена в нем нет, можно повторить/],
  ['not to be read', /Возможно, токен создан: /],
])('the list before the attempt is %s', async (list, words) => {
  let isListBroken = false;
  let rows: object[] = [];
  const phone = await remotePhone(request => {
    if (new URL(request.url).pathname === '/oauth/scopes') return answerOf([]);
    if (request.method === 'POST') {
      isListBroken = false;
      return new Response('Please log in to the hotel network');
    }
    return isListBroken ? answerOf({ message: 'busy' }, 500) : answerOf(rows);
  });
  setWidth(1280);
  phone.show(<PersonalTokens />);
  await userEvent.click(await screen.findByRole('button', { name: 'Создать токен' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /^Название/ }), 'Склад');
  rows = [OLDER];
  isListBroken = list !== 'read';
  phone.phone.clock.now += MINUTE_MS;
  await userEvent.click(await screen.findByRole('button', { name: 'Создать' }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Отозвать этот токен' })).toBeNull();
  expect(phone.network.seen.filter(({ method, path }) => method === 'POST' && path === PATH)).toHaveLength(1);
});
