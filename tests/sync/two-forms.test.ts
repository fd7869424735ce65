import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/ids.ts';
import { contacts, requests } from '#server/db/schema.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { erasePayloads } from '#sync/overlay.ts';
import { attacked } from '#tests/support/attacks.ts';
import { type Backend, createBackend, type SignedInPhone } from '#tests/support/backend.ts';
import { anna } from '#tests/support/phone.ts';
import { passOf } from './rules/fixture.ts';

/**
 * [S32] The second part of the table of every fault: each kind × two forms of one draft × which of them saves first × what
 * has become of the first save when the second comes. Both saves are acknowledged, so both contents must arrive, once.
 */

type Forms = {
  kind: string;
  path: string;
  /** What the forms began from, and what each of both saves. */
  prepare(phone: SignedInPhone, backend: Backend): Promise<{ base?: unknown; saves: [unknown, unknown] }>;
  /** What the server must have in the end, and what it has. */
  expected: unknown;
  read(phone: SignedInPhone, backend: Backend): Promise<unknown>;
};

const readContacts = async (phone: SignedInPhone, { owner, server }: Backend) => {
  const own = and(eq(contacts.promoter_id, owner(phone).userId), isNull(contacts.deleted_at));
  const rows = await server.db.select().from(contacts).where(own);
  return rows.map(({ first_name, last_name, comment }) => [first_name, last_name, comment].join(' ')).sort();
};

const kinds: Forms[] = [
  {
    kind: 'contact.create',
    path: '/contacts/save',
    prepare: async () => ({ saves: [anna, { ...anna, first_name: 'Вера' }] }),
    expected: ['Анна Ёлкина Третий подъезд', 'Вера Ёлкина Третий подъезд'],
    read: readContacts,
  },
  {
    kind: 'contact.update',
    path: '/contacts/save',
    async prepare(phone) {
      const contact = String(await phone.rawSave(anna));
      const saves = [{ comment: 'Переехала' }, { last_name: 'Ель' }].map(change => ({
        ...anna,
        ...change,
        contact,
      }));
      return { base: anna, saves: saves as [unknown, unknown] }; // both of them
    },
    expected: ['Анна Ель Переехала'],
    read: readContacts,
  },
  {
    kind: 'order.create',
    path: '/orders/sendOrder',
    async prepare(phone, backend) {
      const contact = String(await phone.rawSave(anna));
      return { saves: [backend.orderFor(contact), backend.orderFor(contact, 'Садовая')] };
    },
    expected: ['Лесная', 'Садовая'],
    async read(phone, { owner, server }) {
      const own = eq(requests.promoter_id, owner(phone).userId);
      const rows = await server.db.select().from(requests).where(own);
      return rows.map(({ street }) => street).sort();
    },
  },
];

/** What becomes of the first save; resolves with the phone as it is then. */
type Fate = (phone: SignedInPhone, path: string, isKeyed: boolean) => Promise<SignedInPhone>;

const fates: Record<string, Fate> = {
  queued: async phone => phone,
  async 'under way'(phone, path) {
    phone.network.fault(path, 'stall-before');
    const stalled = phone.network.stalled(path);
    void passOf(phone).catch(() => {}); // dies with the phone
    await stalled;
    return { ...(await phone.crash()), email: phone.email };
  },
  async 'carried out'(phone, path) {
    phone.network.fault(path, 'drop-after');
    await passOf(phone);
    return phone;
  },
  async refused(phone, path, isKeyed) {
    const headers: HeadersInit = isKeyed ? { 'Idempotency-Status': 'refused' } : {};
    phone.network.answer(path, () => Response.json({ message: 'no' }, { status: 422, headers }));
    await passOf(phone);
    return phone;
  },
  async done(phone) {
    await passOf(phone);
    return phone;
  },
  async erased(phone) {
    await passOf(phone);
    await erasePayloads(phone.db, phone.book().ownerKey, () => true);
    return phone;
  },
};

async function settle(phone: SignedInPhone): Promise<void> {
  for (const { id, state } of await phone.entries()) if (state === 'rejected') await phone.outbox.retry(id);
  for (let pass = 0; pass < 5; pass += 1) {
    await passOf(phone);
    phone.pass(RETRY_CAP_MS);
  }
}

describe.each([
  [true, 'a backend that honours Idempotency-Key'],
  [false, 'a backend that ignores it'],
])('keyed %s: %s', isKeyed => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await createBackend({ keyed: isKeyed });
  });
  afterAll(() => backend.close());

  describe.each(kinds.map(row => [row.kind, row] as const))('[S32] %s in two windows', (_, row) => {
    describe.each(Object.entries(fates))('the first save is %s', (fate, befall) => {
      it.each([
        ['A', [0, 1]],
        ['B', [1, 0]],
      ] as const)('%s saves first: both arrive, once', async (_who, [first, second]) => {
        const opened = await backend.phone();
        const { base, saves } = await row.prepare(opened, backend);
        const id = newId();
        const save = (phone: SignedInPhone, which: 0 | 1) =>
          phone.outbox.enqueue(backend.owner(phone), { id, kind: row.kind, payload: saves[which], base });
        expect((await save(opened, first)).ok).toBe(true);
        const phone = await befall(opened, row.path, isKeyed);
        const saved = await save(phone, second);
        const isRefused = row.kind === 'contact.update' && fate === 'erased';
        expect(saved.ok).toBe(!isRefused);
        // Late second taps of both forms.
        const before = await phone.entries();
        for (const which of [first, second]) await save(phone, which);
        expect(await phone.entries()).toEqual(before);
        await settle(phone);
        const left = (await phone.entries()).filter(({ state }) => state !== 'done');
        expect(left).toEqual([]);
        if (!isRefused) expect(await row.read(phone, backend)).toEqual(row.expected);
        attacked('second window');
      });
    });
  });
});
