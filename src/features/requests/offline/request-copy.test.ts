import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import type { RequestRow } from '#storage/cache-db.ts';
import type { Network } from '#tests/support/network.ts';
import { type Phone, signedInPhone } from '#tests/support/phone.ts';
import { pullRequest, readRequest } from './request-copy.ts';

const told = {
  ...{ id: 5, fullcode: 'М-000005', code_number: 50, client_fio: 'Анна', phones: ['70001234567'], paid: 0 },
  ...{ type: 'point', work_name: 'Ноутбук', state_name: 'Новая', tofirm: null, percent: null },
  ...{ promo_report_id: null, date_add: '2026-11-19 10:00:00', created_at: '2026-11-19 10:00:00' },
};

let network: Network;
let phone: Phone;

beforeEach(async () => {
  phone = await signedInPhone(() => Response.json(told));
  network = phone.network;
});

const copy = (): Promise<RequestRow | null> => readRequest(phone.book(), 50);

it('keeps what the server told of a request, by its code number', async () => {
  expect(await copy()).toBeNull();
  await pullRequest(phone.pulls(), 50);
  expect(await copy()).toMatchObject({ id: 5, client_fio: 'Анна', refreshedAt: phone.clock.now });
});

it('keeps the last copy when no answer comes', async () => {
  await pullRequest(phone.pulls(), 50);
  network.off();
  const pulled = await pullRequest(phone.pulls(), 50);
  expect(pulled.ok).toBe(false);
  expect(await copy()).not.toBeNull();
});

it.each(['403', '404'] as const)('forgets the copy once the server answers %s', async fault => {
  await pullRequest(phone.pulls(), 50);
  network.fault('/request/50', fault);
  expect(await pullRequest(phone.pulls(), 50)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
  expect(await copy()).toBeNull();
});
