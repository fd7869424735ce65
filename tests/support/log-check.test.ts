import { expect, it } from 'vitest';
import { newToken } from '#server/auth/tokens.ts';
import { personalIn } from './log-check.ts';

const line = {
  level: 'info',
  event: 'request',
  method: 'GET',
  route: '/api/promo/contacts/edit/:id',
  status: 200,
  ms: 12,
  request_id: '0e8400e2-9b41-41d4-a716-446655440000',
  user_id: 7,
  impersonator_id: null,
};

it('finds nothing in the lines that a server writes', () => {
  const failed = {
    at: ['at transact (file:///srv/server/db/transaction.ts:32:11)'],
    code: '57P01',
    name: 'Error',
  };
  expect(personalIn([line, { ...line, ...failed }, { event: 'stopping', signal: 'SIGTERM' }])).toEqual([]);
});

it.each([
  ['an e-mail', 'promoter@test.example'],
  ['a phone', '79161234567'],
  ['a phone', '+7 (916) 123-45-67'],
  ['a phone', '9161234567'],
  ['a token', newToken()],
  ['a token', 'Bearer abc'],
  ['a hash', 'a1'.repeat(32)],
  ['a hash', '$argon2id$v=19$m=19456'],
  ['a password', 'correct horse'],
  ['a name or a text of somebody', 'Анна'],
  ['a statement', 'Failed query: select "id" from "users" where "email" = $1'],
])('finds %s: %s', (what, text) => {
  expect(personalIn([{ ...line, name: text }]).map(found => found.split(':')[0])).toContain(what);
});
