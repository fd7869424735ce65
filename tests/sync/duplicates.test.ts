import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepBoth, readDuplicates, recordDuplicates } from '#features/outbox/offline/duplicates.ts';
import { MINUTE_MS } from '#kit/clock.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { type Backend, createBackend, type SignedInPhone } from '#tests/support/backend.ts';
import { anna } from '#tests/support/phone.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend({ keyed: false });
});
afterAll(() => backend.close());

const SAVE = '/contacts/save';
const ORDER = '/orders/sendOrder';

/** A contact that something below the app has delivered twice, and the book as the server has it. */
async function doubledContact(phone: SignedInPhone) {
  phone.network.fault(SAVE, 'twice');
  const entry = await phone.save('contact.create', anna);
  await phone.drain();
  await phone.pullAll();
  return entry;
}

describe('a contact that was delivered twice', () => {
  it('is told once, shown until it is dealt with, and the extra one can be deleted', async () => {
    const phone = await backend.phone();
    const entry = await doubledContact(phone);
    expect(await phone.entry(entry.id)).toMatchObject({ state: 'done', payload: null });
    expect(await recordDuplicates(phone.book())).toHaveLength(1);
    expect(await recordDuplicates(await bookOf(phone))).toEqual([]);
    const [received] = await readDuplicates(phone.book());
    if (!received) throw new Error('No duplicate was found');
    expect(received.own.id).toBe((await phone.entry(entry.id)).serverId);
    expect(received.duplicate.id).not.toBe(received.own.id);
    await phone.save('contact.delete', { contact: String(received.duplicate.id), name: 'Анна' });
    expect(await readDuplicates(phone.book())).toEqual([]);
    await phone.drain();
    expect(await backend.contactNames(phone.email)).toEqual(['Анна']);
    expect(await readDuplicates(phone.book())).toEqual([]);
  });

  it('is found even after the one of this device was changed', async () => {
    const phone = await backend.phone();
    const entry = await doubledContact(phone);
    await phone.save('contact.update', { ...anna, contact: entry.id, phones: ['0009999999'] });
    await phone.drain();
    await phone.pullAll();
    expect(await readDuplicates(phone.book())).toHaveLength(1);
  });

  it('stays if the user wants both, for good', async () => {
    const phone = await backend.phone();
    await doubledContact(phone);
    const [received] = await readDuplicates(phone.book());
    if (!received) throw new Error('No duplicate was found');
    await keepBoth(phone.book(), { noun: 'contact', ownId: received.own.id, twinId: received.duplicate.id });
    await phone.pullAll();
    expect(await recordDuplicates(phone.book())).toEqual([]);
    expect(await readDuplicates(phone.book())).toEqual([]);
  });
});

describe('no duplicate is', () => {
  it('a second contact that the user saved here', async () => {
    const phone = await backend.phone();
    await phone.save('contact.create', anna);
    await phone.save('contact.create', anna);
    await phone.drain();
    await phone.pullAll();
    expect(await readDuplicates(phone.book())).toEqual([]);
  });

  it('one whose own entry is not settled yet', async () => {
    const phone = await backend.phone();
    await phone.save('contact.create', anna);
    await phone.drain();
    phone.network.fault(SAVE, 'drop-after');
    await phone.save('contact.create', anna);
    await phone.drain();
    await phone.pullAll();
    expect(await readDuplicates(phone.book())).toEqual([]);
  });

  it('one of long before, or of the same name with other phones', async () => {
    const phone = await backend.phone();
    await phone.rawSave(anna);
    await phone.pullAll();
    const [before] = await phone.book().cache.contacts.toArray();
    if (!before) throw new Error('No contact came');
    await phone.rawSave({ ...anna, phones: ['0001112233'] });
    await phone.save('contact.create', anna);
    await phone.drain();
    await phone.pullAll();
    await phone.book().cache.contacts.update(before.id, { created_at: '2026-01-01 10:00:00' });
    expect(await readDuplicates(phone.book())).toEqual([]);
  });
});

it('an order that was delivered twice is told with both codes', async () => {
  const phone = await backend.phone();
  const contact = await phone.save('contact.create', anna);
  phone.network.fault(ORDER, 'twice');
  await phone.save('order.create', backend.orderFor(contact.id));
  await phone.save('order.create', backend.orderFor(contact.id, 'Садовая'));
  await phone.drain();
  phone.pass(RETRY_CAP_MS + MINUTE_MS);
  await phone.drain();
  const received = await readDuplicates(phone.book());
  expect(received).toMatchObject([{ noun: 'order', own: { address: expect.stringContaining('Лесная') } }]);
  expect(received[0]?.duplicate).toMatchObject({ fullcode: expect.stringMatching(/^\S-\d+$/) });
});

const bookOf = async (phone: SignedInPhone) => (await phone.openTab()).book();
