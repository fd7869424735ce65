import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { requestRow } from '#tests/support/cached-rows.ts';
import { type Phone, signedInPhone } from '#tests/support/phone.ts';
import { pullRequest, readRequest } from './request-copy.ts';

const told = { ...requestRow(5), code_number: 50, phones: ['70001234567'] };

let phone: Phone;

beforeEach(async () => {
  phone = await signedInPhone(() => Response.json(told));
});

const copy = () => readRequest(phone.book(), 50);

it('keeps what the server told of a request, by its code number', async () => {
  expect(await copy()).toBeNull();
  await pullRequest(phone.pulls(), 50);
  expect(await copy()).toMatchObject({ id: 5, client_fio: 'Анна Ёлкина', refreshedAt: phone.clock.now });
});

it('keeps the last copy when no answer comes', async () => {
  await pullRequest(phone.pulls(), 50);
  phone.network.off();
  const pulled = await pullRequest(phone.pulls(), 50);
  expect(pulled.ok).toBe(false);
  expect(await copy()).not.toBeNull();
});

it.each(['403', '404'] as const)('forgets the copy once the server answers %s', async fault => {
  await pullRequest(phone.pulls(), 50);
  phone.network.fault('/request/50', fault);
  expect(await pullRequest(phone.pulls(), 50)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
  expect(await copy()).toBeNull();
});
