import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreEntry } from '#sync/restore-entry.ts';
import { type Backend, createBackend } from '#tests/support/backend.ts';
import { anna, orderFor } from '#tests/support/samples.ts';

let backend: Backend;
beforeAll(async () => {
  backend = await createBackend();
});
afterAll(() => backend.close());

const noRoom = async () => {};

describe('taking a deletion back', () => {
  it('restores the very entry, once, at its place', async () => {
    const phone = await backend.barePhone();
    phone.network.off();
    const first = await phone.save('contact.create', anna);
    const second = await phone.save('contact.create', { ...anna, first_name: 'Вера' });
    await phone.outbox.discard(first.id);
    await Promise.all([
      restoreEntry(phone.db, noRoom, first),
      restoreEntry(phone.db, noRoom, first),
      phone.drain(),
    ]);
    expect(await phone.entries()).toEqual([first, second]);
    phone.network.on();
    await phone.drain();
    await restoreEntry(phone.db, noRoom, first);
    await phone.drain();
    expect(await backend.contactNames(phone.email)).toEqual(['Анна', 'Вера']);
  });

  it('is refused for an order whose contact went after it', async () => {
    const phone = await backend.barePhone();
    phone.network.off();
    const contact = await phone.save('contact.create', anna);
    const order = await phone.save('order.create', await orderFor(phone, contact.id));
    await phone.outbox.discard(order.id);
    await phone.outbox.discard(contact.id);
    expect(await restoreEntry(phone.db, noRoom, order)).toEqual({
      ok: false,
      problem: { reason: 'orphaned' },
    });
    await restoreEntry(phone.db, noRoom, contact);
    expect(await restoreEntry(phone.db, noRoom, order)).toMatchObject({ ok: true });
  });
});
