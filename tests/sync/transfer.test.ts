import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAllContacts } from '#contract/contacts.ts';
import { listRequests } from '#contract/requests.ts';
import { dropCache } from '#storage/cache-db.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { readEntries, writeEntries } from '#sync/entries-file.ts';
import { collectUnsent } from '#sync/export-entries.ts';
import { importEntries, previewImport } from '#sync/import-entries.ts';
import { type Backend, createBackend, type SignedInPhone } from '#tests/support/backend.ts';
import type { Fault } from '#tests/support/network.ts';
import { anna, orderFor } from '#tests/support/samples.ts';

const SITE = 'https://firm.example';

let keyed: Backend;
let legacy: Backend;
beforeAll(async () => {
  [keyed, legacy] = await Promise.all([createBackend(), createBackend({ keyed: false })]);
});
afterAll(() => Promise.all([keyed.close(), legacy.close()]));

const noRoom = async () => {};
const ownerOf = (phone: SignedInPhone) => keyed.owner(phone);

async function fileOf(phone: SignedInPhone): Promise<string> {
  const file = await collectUnsent(phone.db, ownerOf(phone), SITE, phone.clock.now);
  return `Новый контакт: Анна\n\n${writeEntries(file)}\n`;
}

async function load(phone: SignedInPhone, text: string): Promise<number> {
  const file = readEntries(text, SITE, ownerOf(phone));
  if (!file.ok) throw new Error(`Not readable: ${file.problem.reason}`);
  const added = await importEntries({ db: phone.db, makeRoom: noRoom }, ownerOf(phone), file.value);
  if (!added.ok) throw new Error('No room');
  return added.value;
}

/** The browser's data are gone; the same person signs in again. */
async function wipe(phone: SignedInPhone, password: string): Promise<SignedInPhone> {
  const { ownerKey } = phone.book();
  await phone.db.delete();
  await dropCache(ownerKey);
  phone.handset.storage.removeItem('application');
  const anew = await phone.crash();
  await anew.signIn(phone.email, password);
  return { ...anew, email: phone.email };
}

async function effects(phone: SignedInPhone): Promise<{ contacts: string[]; orders: string[] }> {
  const contacts = await phone.api.call(listAllContacts, {});
  const orders = await phone.api.call(listRequests, { page: 1, status: 'all' });
  if (!contacts.ok || !orders.ok) throw new Error('The server did not tell');
  return {
    contacts: contacts.value.value.list.map(row => row.first_name).sort(),
    orders: orders.value.value.list.map(row => row.address ?? '').sort(),
  };
}

async function settle(phone: SignedInPhone): Promise<void> {
  for (let pass = 0; pass < 6; pass += 1) {
    phone.pass(RETRY_CAP_MS);
    await phone.drain();
  }
}

const live = async (phone: SignedInPhone) =>
  (await phone.entries()).filter(({ state }) => state !== 'done').map(({ state }) => state);

describe('a file of unsent entries', () => {
  it('says what is in it, carries no token, and loaded twice adds nothing', async () => {
    const phone = await keyed.barePhone();
    phone.network.off();
    const contact = await phone.save('contact.create', anna);
    await phone.save('order.create', await orderFor(phone, contact.id));
    const text = await fileOf(phone);
    const { accessToken, refreshToken } = phone.auth.read();
    expect(text).not.toContain(accessToken);
    expect(text).not.toContain(refreshToken);
    const file = readEntries(text, SITE, ownerOf(phone));
    if (!file.ok) throw new Error(file.problem.reason);
    expect(await previewImport(phone.db, file.value)).toEqual({ total: 2, known: 2, fresh: 0, damaged: 0 });
    phone.network.on();
    const again = await wipe(phone, keyed.password);
    expect(await previewImport(again.db, file.value)).toMatchObject({ known: 0, fresh: 2 });
    expect(await load(again, text)).toBe(2);
    expect(await load(again, text)).toBe(0);
    expect((await again.entries()).map(({ id, key }) => [id, key])).toEqual(
      file.value.entries.map(({ id, key }) => [id, key]),
    );
  });

  it('does not bring back what has arrived meanwhile and is known as a receipt', async () => {
    const phone = await keyed.barePhone();
    await phone.save('contact.create', anna);
    const text = await fileOf(phone);
    await phone.drain();
    expect(await load(phone, text)).toBe(0);
    expect(await live(phone)).toEqual([]);
  });

  it('an order for a contact that had arrived before finds it on an emptied device', async () => {
    const phone = await keyed.barePhone();
    const contact = await phone.save('contact.create', anna);
    await phone.drain();
    await phone.save('order.create', await orderFor(phone, contact.id));
    const text = await fileOf(phone);
    const anew = await wipe(phone, keyed.password);
    expect(await load(anew, text)).toBe(1);
    await settle(anew);
    expect(await live(anew)).toEqual([]);
    expect((await effects(anew)).orders).toHaveLength(1);
  });

  it('a contact that still waits here is not taken for arrived, whatever the file says of it', async () => {
    const phone = await legacy.barePhone();
    phone.network.fault('/contacts/save', 'drop-after');
    const contact = await phone.save('contact.create', anna);
    await phone.drain();
    const file = await collectUnsent(phone.db, ownerOf(phone), SITE, 0);
    const pairs = [{ localId: contact.id, noun: 'contact', serverId: 4711 }];
    await importEntries({ db: phone.db, makeRoom: noRoom }, ownerOf(phone), { ...file, pairs });
    await settle(phone);
    expect((await effects(phone)).contacts).toEqual(['Анна']);
  });

  it('belongs to one user at one backend', async () => {
    const phone = await keyed.barePhone();
    await phone.save('contact.create', anna);
    const text = await fileOf(phone);
    const owner = ownerOf(phone);
    const other = { ...owner, userId: owner.userId + 1 };
    expect(readEntries(text, SITE, other)).toEqual({ ok: false, problem: { reason: 'foreign' } });
    expect(readEntries(text, 'https://other.example', owner)).toMatchObject({ ok: false });
    expect(readEntries(text, SITE, { ...owner, actorId: 1 })).toMatchObject({ ok: false });
  });

  it.each([
    ['', 'unreadable'],
    ['просто текст', 'unreadable'],
    ['{"format":"other"}', 'unreadable'],
    ['{"format":"promo-outbox","version":2}', 'newer'],
    ['{"format":"promo-outbox","version":1}', 'unreadable'],
  ])('%j is refused as %s', async (text, reason) => {
    const phone = await keyed.barePhone();
    expect(readEntries(text, SITE, ownerOf(phone))).toEqual({ ok: false, problem: { reason } });
  });

  it('cut off, it is refused as a whole; laid out anew by an editor it still reads', async () => {
    const phone = await keyed.barePhone();
    await phone.save('contact.create', { ...anna, comment: '{"format":"promo-outbox"' });
    const text = await fileOf(phone);
    const owner = ownerOf(phone);
    expect(readEntries(text.slice(0, -20), SITE, owner)).toMatchObject({ ok: false });
    expect(readEntries(text, SITE, owner)).toMatchObject({ ok: true, value: { damaged: 0 } });
    const laidOut = JSON.stringify(JSON.parse(text.slice(text.indexOf('\n\n'))), null, 2);
    expect(readEntries(`\uFEFF${laidOut}`, SITE, owner)).toMatchObject({ ok: true });
  });

  it('[S14] an entry whose content was changed outside is told as damaged, the others are taken', async () => {
    const phone = await keyed.barePhone();
    await phone.save('contact.create', anna);
    await phone.save('contact.create', { ...anna, first_name: 'Вера' });
    const text = (await fileOf(phone)).replace('Вера', 'Зоя');
    const file = readEntries(text, SITE, ownerOf(phone));
    expect(file).toMatchObject({ ok: true, value: { damaged: 1, entries: [{ payload: anna }] } });
  });

  it('[S4] carries what this build cannot read', async () => {
    const phone = await keyed.barePhone();
    const entry = await phone.save('contact.create', anna);
    await phone.db.entries.update(entry.seq, { kind: 'contact.merge', v: 7 });
    const text = await fileOf(phone);
    const anew = await wipe(phone, keyed.password);
    expect(await load(anew, text)).toBe(1);
    await anew.drain();
    expect(await anew.entry(entry.id)).toMatchObject({ kind: 'contact.merge', v: 7, attempts: 0 });
  });

  it('[S4] nothing that stands in the outbox keeps the rest from leaving', async () => {
    const phone = await keyed.barePhone();
    const broken = await phone.save('contact.create', anna);
    await phone.save('contact.create', { ...anna, first_name: 'Вера' });
    await phone.db.entries.update(broken.seq, { error: { odd: true } as never, hash: undefined as never });
    const file = readEntries(await fileOf(phone), SITE, ownerOf(phone));
    expect(file).toMatchObject({
      ok: true,
      value: { damaged: 1, entries: [{ payload: { first_name: 'Вера' } }] },
    });
  });

  it('[S13] on a backend without keys a create is looked for before it is sent, even if it never went', async () => {
    const phone = await legacy.barePhone();
    await phone.save('contact.create', anna);
    const text = await fileOf(phone);
    await phone.drain();
    const anew = await wipe(phone, legacy.password);
    await load(anew, text);
    anew.network.seen.length = 0;
    await settle(anew);
    expect(anew.network.seen.filter(({ path }) => path.endsWith('/contacts/save'))).toEqual([]);
    expect((await effects(anew)).contacts).toEqual(['Анна']);
  });
});

const faults: Fault[] = ['drop-before', 'drop-after', '500-before', '500-after', '503', 'html', 'truncated'];
const fault = fc.option(fc.constantFrom(...faults), { nil: null });
const history = fc.record({
  /** Contacts made offline; for those with `true` an order as well. */
  people: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  before: fc.tuple(fault, fault),
  /** Whether the first device goes on sending after the file was written. */
  goesOn: fc.boolean(),
  after: fc.tuple(fault, fault),
});

describe.each([
  ['keyed', () => keyed],
  ['legacy', () => legacy],
])('on a %s backend', (_, backendOf) => {
  it('export, wipe, import, send: everything is there exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ people, before, goesOn, after }) => {
        const backend = backendOf();
        const phone = await backend.barePhone();
        await saveAll(phone, people);
        order(phone, before);
        await phone.drain();
        const text = await fileOf(phone);
        if (goesOn) await settle(phone);
        const anew = await wipe(phone, backend.password);
        await load(anew, text);
        order(anew, after);
        await settle(anew);
        expect(await live(anew)).toEqual([]);
        const told = await effects(anew);
        expect(told.contacts).toEqual(people.map((_, index) => nameOf(index)));
        expect(told.orders).toHaveLength(people.filter(Boolean).length);
      }),
      { numRuns: 12 },
    );
  });
});

const nameOf = (index: number) => `Анна ${index}`;

async function saveAll(phone: SignedInPhone, people: readonly boolean[]): Promise<void> {
  for (const [index, orders] of people.entries()) {
    const phones = [`00012345${index}0`];
    const contact = await phone.save('contact.create', { ...anna, first_name: nameOf(index), phones });
    const payload = { ...(await orderFor(phone, contact.id, `Лесная ${index}`)), phones };
    if (orders) await phone.save('order.create', payload);
  }
}

function order({ network }: SignedInPhone, [save, send]: readonly (Fault | null)[]): void {
  if (save) network.fault('/contacts/save', save);
  if (send) network.fault('/orders/sendOrder', send);
}
