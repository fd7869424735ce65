import { afterAll, beforeAll, expect, it } from 'vitest';
import { listRequests } from '#contract/requests.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { LATE_ARRIVAL_MS } from '#sync/backoff.ts';
import { type Backend, createBackend, type SignedInPhone } from '#tests/support/backend.ts';
import { anna } from '#tests/support/phone.ts';

/** More than a page of the server's lists holds. */
const MORE_THAN_A_PAGE = 18;

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend({ keyed: false });
});
afterAll(() => backend.close());

const LOST = 'Потеряна';

/** Saves one whose answer gets lost and a page of others, sends all, and looks it up until it is known. */
async function loseFirst(
  phone: SignedInPhone,
  path: string,
  save: (name: string) => Promise<Entry>,
): Promise<void> {
  const lost = await save(LOST);
  for (let each = 0; each < MORE_THAN_A_PAGE; each += 1) await save(`Следующая ${each}`);
  phone.network.fault(path, 'drop-after');
  await phone.drain();
  for (let pass = 0; pass < 4; pass += 1) {
    phone.pass(LATE_ARRIVAL_MS + 1);
    await phone.drain();
  }
  expect((await phone.entry(lost.id)).state).toBe('done');
}

it('[S13] a lost contact is found behind a page of newer ones, and not sent again', async () => {
  const phone = await backend.phone();
  await loseFirst(phone, '/contacts/save', first_name =>
    phone.save('contact.create', { ...anna, first_name }),
  );
  const names = await backend.contactNames(phone.email);
  expect(names).toHaveLength(1 + MORE_THAN_A_PAGE);
  expect(names.filter(name => name === LOST)).toHaveLength(1);
});

it('[S13] so is a lost order', async () => {
  const phone = await backend.phone();
  const order = backend.orderFor((await phone.save('contact.create', anna)).id);
  await phone.drain();
  await loseFirst(phone, '/orders/sendOrder', broken => phone.save('order.create', { ...order, broken }));
  const answer = await phone.api.call(listRequests, { page: 1, status: 'all' });
  expect(answer.ok && answer.value.value.total).toBe(1 + MORE_THAN_A_PAGE);
});

it('[S27] nobody looks a lost thing up in the lists of another user', async () => {
  const phone = await backend.phone();
  phone.network.fault('/contacts/save', 'drop-before');
  const lost = await phone.save('contact.create', anna);
  await phone.drain();
  const other = await backend.phone();
  await other.rawSave(anna);
  const { accessToken, refreshToken } = other.auth.read();
  const held = phone.network.hold('/api/getUser');
  phone.pass(LATE_ARRIVAL_MS + 1);
  const drained = phone.drain();
  await held.arrived;
  // As when a sign-out has taken the lock away and somebody else has signed in, before the answer was there.
  await phone.auth.write({
    ...phone.auth.read(),
    accessToken,
    refreshToken,
    subject: other.auth.read().subject,
    epoch: 'other',
  });
  held.release();
  await drained.catch(() => {}); // what follows a pass belongs to the other user by now
  expect((await phone.db.entries.get(lost.seq))?.state).toBe('unsure');
});
