import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRequests } from '#contract/requests.ts';
import { SETTLE_MS } from '#sync/backoff.ts';
import { type Backend, createBackend, type SignedInPhone } from '#tests/support/backend.ts';
import { anna } from '#tests/support/phone.ts';

/** More than a page of the server's lists holds. */
const MORE_THAN_A_PAGE = 18;

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend({ keyed: false });
});
afterAll(() => backend.close());

async function settle(phone: SignedInPhone): Promise<void> {
  for (let pass = 0; pass < 4; pass += 1) {
    phone.pass(SETTLE_MS + 1);
    await phone.drain();
  }
}

it('[S13] a lost contact is found behind a page of newer ones, and not sent again', async () => {
  const phone = await backend.phone();
  const lost = await phone.save('contact.create', { ...anna, first_name: 'Потеряна' });
  for (let each = 0; each < MORE_THAN_A_PAGE; each += 1) {
    await phone.save('contact.create', { ...anna, first_name: `Следующая ${each}` });
  }
  phone.network.fault('/contacts/save', 'drop-after');
  await phone.drain();
  await settle(phone);
  const names = await backend.contactNames(phone.email);
  expect(names).toHaveLength(1 + MORE_THAN_A_PAGE);
  expect(names.filter(name => name === 'Потеряна')).toHaveLength(1);
  expect((await phone.entry(lost.id)).state).toBe('done');
});

it('[S13] so is a lost order', async () => {
  const phone = await backend.phone();
  const contact = await phone.save('contact.create', anna);
  await phone.drain();
  const order = backend.orderFor(contact.id);
  const lost = await phone.save('order.create', { ...order, broken: 'Потерян' });
  for (let each = 0; each < MORE_THAN_A_PAGE; each += 1) {
    await phone.save('order.create', { ...order, broken: `Следующий ${each}` });
  }
  phone.network.fault('/orders/sendOrder', 'drop-after');
  await phone.drain();
  await settle(phone);
  const answer = await phone.api.call(listRequests, { page: 1, status: 'all' });
  expect(answer.ok && answer.value.value.total).toBe(1 + MORE_THAN_A_PAGE);
  expect((await phone.entry(lost.id)).state).toBe('done');
});

it('[S27] nobody looks a lost thing up in the lists of another user', async () => {
  const phone = await backend.phone();
  phone.network.fault('/contacts/save', 'drop-before');
  const lost = await phone.save('contact.create', anna);
  await phone.drain();
  const other = await backend.phone();
  await other.rawSave(anna);
  const { accessToken, refreshToken } = other.auth.read();
  const held = phone.network.hold('/contacts/getStates');
  phone.pass(SETTLE_MS + 1);
  const drained = phone.drain();
  await held.arrived;
  // As when a sign-out has taken the lock away and somebody else has signed in, before the answer was there.
  await phone.auth.write({
    ...phone.auth.read(),
    ...{ accessToken, refreshToken, subject: other.auth.read().subject, epoch: 'other' },
  });
  held.release();
  await drained.catch(() => {}); // what follows a pass belongs to the other user by now
  expect((await phone.db.entries.get(lost.seq))?.state).toBe('unsure');
});
