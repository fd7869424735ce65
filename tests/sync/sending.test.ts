import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBook } from '#features/contacts/offline/contact-book.ts';
import { pullBook } from '#features/contacts/offline/pull-contacts.ts';
import { readQueuedOrders } from '#features/orders/offline/order-book.ts';
import { newId } from '#kit/ids.ts';
import { backoffMs, RETRY_CAP_MS, SETTLE_MS } from '#sync/backoff.ts';
import { drain } from '#sync/drain.ts';
import { type Backend, createBackend } from '#tests/support/backend.ts';
import { anna, orderFor, samples } from '#tests/support/samples.ts';

let backend: Backend;
let legacy: Backend;
beforeAll(async () => {
  backend = await createBackend();
  legacy = await createBackend({ keyed: false });
});
afterAll(() => Promise.all([backend.close(), legacy.close()]));

/** A phone that has learned that its backend honours keys, by saving Борис. */
async function keyedPhone() {
  const phone = await backend.phone();
  await phone.save('contact.create', samples.boris);
  await phone.drain();
  return phone;
}

it('[S10] the entry is unsure before its request leaves, so that a crash needs no recovery', async () => {
  const phone = await keyedPhone();
  phone.network.fault('/contacts/save', 'stall-before');
  const entry = await phone.save('contact.create', anna);
  const stalled = phone.network.stalled('/contacts/save');
  void drain(phone.context, backend.owner(phone));
  await stalled;
  expect(await phone.entry(entry.id)).toMatchObject({ state: 'unsure', attempts: 1 });
  const again = await phone.crash();
  await again.drain();
  expect((await again.entry(entry.id)).state).toBe('done');
  expect(await backend.contactNames(phone.email)).toEqual(['Анна', 'Борис']);
});

describe('[S11] only an answer shown to be our API’s counts', () => {
  it.each(['html', 'redirect', 'truncated', '500-after', 'drop-after'] as const)(
    '%s proves nothing',
    async fault => {
      const phone = await backend.phone();
      phone.network.fault('/contacts/save', fault);
      const entry = await phone.save('contact.create', anna);
      await phone.drain();
      expect((await phone.entry(entry.id)).state).toBe('unsure');
    },
  );

  it.each(['401', '425', '429', '503'] as const)(
    '%s proves that nothing happened: back to queued',
    async fault => {
      const phone = await backend.phone();
      phone.network.fault('/contacts/save', fault, 2);
      const entry = await phone.save('contact.create', anna);
      await phone.drain();
      expect((await phone.entry(entry.id)).state).toBe('queued');
    },
  );

  it.each(['403', '404', '409', '412', '413', '422'] as const)(
    '%s is a refusal: only the user goes on',
    async fault => {
      const phone = await backend.phone();
      phone.network.fault('/contacts/save', fault);
      const entry = await phone.save('contact.create', anna);
      await phone.drain();
      await phone.drain();
      expect(await phone.entry(entry.id)).toMatchObject({
        state: 'rejected',
        error: { status: Number(fault) },
      });
    },
  );

  it('a 2xx without the id is a refusal too', async () => {
    const phone = await backend.phone();
    phone.network.answer('/contacts/save', () => Response.json({ message: 'нет' }));
    const entry = await phone.save('contact.create', anna);
    await phone.drain();
    expect(await phone.entry(entry.id)).toMatchObject({ state: 'rejected', error: { status: 200 } });
  });
});

it('[S12] a late answer of a zombie changes nothing', async () => {
  const phone = await backend.phone();
  const entry = await phone.save('contact.create', anna);
  const late = phone.network.hold('/contacts/save');
  const zombie = drain(phone.context, backend.owner(phone));
  await late.arrived;
  const stolen = await phone.openTab();
  await drain(stolen.context, backend.owner(phone), { steal: true });
  const settled = await phone.entry(entry.id);
  expect(settled.state).toBe('done');
  late.release();
  await zombie;
  expect(await phone.entry(entry.id)).toEqual(settled);
  expect(await backend.contactNames(phone.email)).toEqual(['Анна']);
});

describe('[S13] unknown outcome', () => {
  it('keyed backend: the same key again, one effect', async () => {
    const phone = await keyedPhone();
    phone.network.fault('/contacts/save', 'drop-after');
    const entry = await phone.save('contact.create', anna);
    await phone.drain();
    phone.pass(RETRY_CAP_MS);
    await phone.drain();
    expect((await phone.entry(entry.id)).state).toBe('done');
    const keys = phone.network.seen.filter(({ path }) => path.endsWith('/save')).map(({ key }) => key);
    expect(keys.slice(1)).toEqual([entry.key, entry.key]);
    expect(await backend.contactNames(phone.email)).toEqual(['Анна', 'Борис']);
  });

  it('legacy backend: one match adopts its id and nothing is sent twice', async () => {
    const phone = await legacy.phone();
    phone.network.fault('/contacts/save', 'drop-after');
    const entry = await phone.save('contact.create', anna);
    await phone.drain();
    phone.pass(RETRY_CAP_MS);
    await phone.drain();
    expect(await phone.entry(entry.id)).toMatchObject({ state: 'done', serverId: expect.any(Number) });
    expect(posts(phone.network.seen, '/save')).toBe(1);
  });

  it('legacy backend: not found waits two minutes after the last attempt, then sends again', async () => {
    const phone = await legacy.phone();
    phone.network.fault('/contacts/save', 'drop-before');
    const entry = await phone.save('contact.create', anna);
    await phone.drain();
    phone.pass(SETTLE_MS / 2);
    await phone.drain();
    expect(await phone.entry(entry.id)).toMatchObject({ state: 'unsure', absentAt: 0 });
    phone.pass(SETTLE_MS);
    await phone.drain();
    expect(await phone.entry(entry.id)).toMatchObject({ state: 'done', absentAt: expect.any(Number) });
    expect(await legacy.contactNames(phone.email)).toEqual(['Анна']);
  });

  it('legacy backend: several matches are asked of the user, who says that it arrived', async () => {
    const phone = await legacy.phone();
    await phone.rawSave(anna);
    phone.network.fault('/contacts/save', 'drop-after');
    const entry = await phone.save('contact.create', anna);
    await phone.drain();
    phone.pass(RETRY_CAP_MS);
    await phone.drain();
    expect((await phone.entry(entry.id)).question?.matches.length).toBeGreaterThan(1);
    await phone.drain();
    expect((await phone.entry(entry.id)).state).toBe('unsure');
    await phone.outbox.answer(entry.id, 'arrived');
    expect(await phone.entry(entry.id)).toMatchObject({ state: 'done', serverId: expect.any(Number) });
  });

  it('legacy backend: updates and deletes are simply sent again', async () => {
    const phone = await legacy.phone();
    const created = await phone.save('contact.create', anna);
    await phone.drain();
    phone.network.fault('/contacts/save', 'drop-after');
    const update = await phone.save('contact.update', { ...anna, contact: created.id, comment: 'Новый' });
    await phone.drain();
    phone.pass(RETRY_CAP_MS);
    await phone.drain();
    expect((await phone.entry(update.id)).state).toBe('done');
    phone.network.fault('/contacts/delete', 'drop-after');
    const deletion = await phone.save('contact.delete', { contact: created.id, name: 'Анна' });
    await phone.drain();
    phone.pass(RETRY_CAP_MS);
    await phone.drain();
    expect((await phone.entry(deletion.id)).state).not.toBe('unsure');
    expect(await legacy.contactNames(phone.email)).toEqual([]);
  });
});

it('[S16] entries of one contact go one after another', async () => {
  const phone = await backend.phone();
  phone.network.fault('/contacts/save', '500-before');
  const created = await phone.save('contact.create', anna);
  await phone.drain();
  await phone.save('contact.update', { ...anna, contact: created.id, comment: 'Раз' });
  await phone.drain();
  expect((await phone.entries()).map(entry => entry.attempts)).toEqual([1, 0]);
  phone.pass(RETRY_CAP_MS);
  await phone.drain();
  expect((await phone.entries()).map(entry => entry.state)).toEqual(['done', 'done']);
});

it('[S17] an entry that cannot go now holds up no other', async () => {
  const phone = await backend.phone();
  phone.network.fault('/contacts/save', 'drop-before');
  const stuck = await phone.save('contact.create', anna);
  const free = await phone.save('contact.create', samples.boris);
  await phone.drain();
  expect((await phone.entry(stuck.id)).state).toBe('unsure');
  expect((await phone.entry(free.id)).state).toBe('done');
});

it('[S18] an order waits for its offline-made contact, and no local id leaves the phone', async () => {
  const phone = await backend.phone();
  phone.network.fault('/contacts/save', '500-before');
  const contact = await phone.save('contact.create', anna);
  const order = await phone.save('order.create', await orderFor(phone, contact.id));
  await phone.drain();
  expect(await readQueuedOrders(phone.book())).toMatchObject([{ status: 'blocked' }]);
  phone.pass(RETRY_CAP_MS);
  await phone.drain();
  const sent = await phone.entry(order.id);
  expect(sent).toMatchObject({ state: 'done', code: expect.stringMatching(/^М-\d{6}$/) });
  const pair = await phone.db.idMap.get(contact.id);
  const body = phone.network.seen.find(({ path }) => path.endsWith('/sendOrder'))?.body ?? '';
  expect(JSON.parse(body).contact_id).toBe(pair?.serverId);
  expect(phone.network.seen.map(seen => seen.body).join()).not.toContain(contact.id);
});

it('[S20] a refresh that began before the confirmation neither hides nor reverts it', async () => {
  const phone = await backend.phone();
  const created = await phone.save('contact.create', anna);
  await phone.drain();
  const late = phone.network.hold('/contacts/fullList');
  const refresh = pullBook(phone.pulls());
  await late.arrived;
  await phone.save('contact.update', { ...anna, contact: created.id, comment: 'Новый' });
  await drain(phone.context, backend.owner(phone));
  late.release();
  await refresh;
  expect(await readBook(phone.book(), 10)).toMatchObject([{ comment: 'Новый' }]);
  await pullBook(phone.pulls());
  expect(await readBook(phone.book(), 10)).toMatchObject([{ comment: 'Новый', status: null }]);
});

it('[S20] a contact deleted here is not brought back by a refresh that was under way', async () => {
  const phone = await backend.phone();
  const created = await phone.save('contact.create', anna);
  await phone.drain();
  const late = phone.network.hold('/contacts/fullList');
  const refresh = pullBook(phone.pulls());
  await late.arrived;
  await phone.save('contact.delete', { contact: created.id, name: 'Анна' });
  await phone.drain();
  late.release();
  await refresh;
  expect(await readBook(phone.book(), 10)).toEqual([]);
  await pullBook(phone.pulls());
  expect(await readBook(phone.book(), 10)).toEqual([]);
});

it('[S20] there is one row per contact at every step', async () => {
  const phone = await backend.phone();
  await phone.save('contact.create', anna);
  const rows = async () => (await readBook(phone.book(), 10)).length;
  expect(await rows()).toBe(1);
  await drain(phone.context, backend.owner(phone));
  expect(await rows()).toBe(1);
  await pullBook(phone.pulls());
  expect(await rows()).toBe(1);
  await phone.drain();
  expect(await rows()).toBe(1);
});

it('[S21] two tabs that drain at once send each entry once', async () => {
  const phone = await backend.phone();
  const tab = await phone.openTab();
  const names = Array.from({ length: 10 }, (_, index) => `Имя ${index}`);
  for (const first_name of names) await phone.save('contact.create', { ...anna, first_name });
  await Promise.all([phone.drain(), tab.drain(), phone.drain(), tab.drain()]);
  expect(posts(phone.network.seen, '/save')).toBe(names.length);
});

it('[S21] a drainer that lost its lease sends nothing more', async () => {
  const phone = await backend.phone();
  await phone.save('contact.create', anna);
  await phone.save('contact.create', samples.boris);
  const late = phone.network.hold('/contacts/save');
  const frozen = drain(phone.context, backend.owner(phone));
  await late.arrived;
  const other = await phone.openTab();
  await drain(other.context, backend.owner(phone), { steal: true });
  late.release();
  await frozen;
  expect((await phone.entries()).map(entry => entry.state)).toEqual(['done', 'done']);
  expect(await backend.contactNames(phone.email)).toEqual(['Анна', 'Борис']);
});

it('[S22] a portal that answers for our backend stops the pass before anything is sent', async () => {
  const phone = await backend.phone();
  phone.network.fault('/contacts/getStates', 'html');
  const entry = await phone.save('contact.create', anna);
  const result = await phone.drain();
  expect(result.problem?.kind).toBe('foreign');
  expect((await phone.entry(entry.id)).attempts).toBe(0);
});

it('[S22] a wake-up during a pass is never lost', async () => {
  const phone = await backend.phone();
  await phone.save('contact.create', anna);
  const late = phone.network.hold('/contacts/save');
  const first = phone.runner.wake('saved');
  await late.arrived;
  const second = await phone.save('contact.create', samples.boris);
  const again = phone.runner.wake('saved');
  late.release();
  await Promise.all([first, again]);
  expect((await phone.entry(second.id)).state).toBe('done');
});

it('[S23] back-off is jittered, capped, and heeds Retry-After', () => {
  expect(backoffMs(1, () => 1)).toBe(4_000);
  expect(backoffMs(3, () => 0)).toBe(0);
  expect(backoffMs(60, () => 1)).toBe(RETRY_CAP_MS);
  expect(backoffMs(1, () => 0, 30_000)).toBe(30_000);
  expect(backoffMs(1, () => 0, 10 ** 9)).toBe(RETRY_CAP_MS);
  expect(backoffMs(60, () => 0.5)).toBe(RETRY_CAP_MS / 2);
  // Asked to wait, many phones at once come back one after the other.
  expect(backoffMs(1, () => 0.5, 30_000)).toBe(32_000);
});

it('[S23] the button sends at once, whatever back-off says', async () => {
  const phone = await keyedPhone();
  phone.network.fault('/contacts/save', '500-before');
  const entry = await phone.save('contact.create', anna);
  await phone.runner.wake('saved');
  expect((await phone.entry(entry.id)).state).toBe('unsure');
  await phone.runner.wake('button');
  expect((await phone.entry(entry.id)).state).toBe('done');
});

it('an entry whose create was adopted is not adopted by its twin as well', async () => {
  const phone = await legacy.phone();
  phone.network.fault('/contacts/save', 'drop-after');
  const first = await phone.save('contact.create', anna);
  await phone.drain();
  phone.network.fault('/contacts/save', 'drop-before');
  const twin = await phone.save('contact.create', anna, newId());
  await phone.drain();
  phone.pass(RETRY_CAP_MS);
  await phone.drain();
  const [one, two] = [await phone.entry(first.id), await phone.entry(twin.id)];
  expect(one.state).toBe('done');
  expect(two.serverId).not.toBe(one.serverId);
});

function posts(seen: readonly { path: string }[], end: string): number {
  return seen.filter(({ path }) => path.endsWith(end)).length;
}
