import { beforeAll, expect, it } from 'vitest';
import { findPayments, payPromoter } from '#contract/payments.ts';
import * as calls from '#tests/support/calls.ts';
import { createUserWithRole } from '#tests/support/people.ts';
import { seedDone } from '#tests/support/reports.ts';
import { serverForAll, sessionForAll } from '#tests/support/server.ts';

const server = serverForAll();
const mine = sessionForAll(server, 'moderator');

let promoterId: number;
let id: number;
beforeAll(async () => {
  promoterId = (await createUserWithRole(server, 'promoter', 'Ёлкина Вера')).id;
  id = await pay(29_414_00, 8824.2);
  await pay(100_00, 30);
});

async function pay(amount: number, share: number): Promise<number> {
  await seedDone(server, { promoterId, amounts: [amount] });
  const body = { promoter_id: promoterId, count: 1, share };
  return (await calls.post(server, payPromoter.path, body, mine)).body.id;
}

const found = async (question: Record<string, string>) => {
  const { body } = await calls.get(server, `${findPayments.path}?${new URLSearchParams(question)}`, mine);
  return body.list.map((each: { id: number }) => each.id);
};

it('finds payments by number, by sum, and by the name of the promoter', async () => {
  for (const search of [`№${id}`, `№ ${id}`, '8 824,20', '8824.20 руб.', '8\u00a0824,2']) {
    expect([search, await found({ search })]).toEqual([search, [id]]);
  }
  expect(await found({ search: 'вера елкина' })).toEqual([id + 1, id]);
  expect(await found({ search: `елкина ${id}` })).toEqual([id]);
  expect(await found({ search: 'никто' })).toEqual([]);
});

it('finds those of one promoter, sorted as is asked', async () => {
  const of = { promoterId: String(promoterId) };
  expect(await found(of)).toEqual([id + 1, id]);
  expect(await found({ ...of, sortBy: 'share' })).toEqual([id, id + 1]);
  expect(await found({ ...of, sortOrder: 'asc' })).toEqual([id, id + 1]);
});
