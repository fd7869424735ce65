/**
 * The exhaustive table: every kind of entry × every point at which the phone can crash × everything that can
 * happen to its request, on a keyed and on a legacy backend. Whatever happens: in the end the effect is there
 * exactly once, and nothing that was saved is lost.
 */

import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#kit/ids.ts';
import { contacts, requests } from '#server/db/schema.ts';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { remember } from '#sync/control-rows.ts';
import { type Backend, createBackend, type SignedInPhone } from '#tests/support/backend.ts';
import type { Fault } from '#tests/support/network.ts';
import { anna } from '#tests/support/phone.ts';
import { passOf } from './rules/fixture.ts';

type Subject = SignedInPhone;

type Case = {
  kind: string;
  path: string;
  /** Brings the server and the phone into the state in which the entry makes sense; returns its payload. */
  prepare(phone: Subject, backend: Backend): Promise<unknown>;
  /** How often the effect shows on the server: 1 is right. */
  effects(phone: Subject, backend: Backend): Promise<number>;
};

const NEW_COMMENT = 'Переехала';

/** A contact that this phone has made and sent before: it is known here by its local id. */
async function knownContact(phone: Subject, { owner, isKeyed }: Backend): Promise<string> {
  const localId = newId();
  const whose = owner(phone);
  const ownerKey = ownerKeyOf(whose);
  await phone.db.idMap.put({ localId, ownerKey, noun: 'contact', serverId: await phone.rawSave(anna) });
  // What that first save has taught the phone of this server.
  if (isKeyed) await remember(phone.db, 'keyed', whose.apiOrigin);
  return localId;
}

/** What the server has, asked past everything that the phone believes. */
function contactsOf(phone: Subject, { owner, server }: Backend) {
  const { userId } = owner(phone);
  return server.db
    .select()
    .from(contacts)
    .where(and(eq(contacts.promoter_id, userId), isNull(contacts.deleted_at)));
}

const cases: Case[] = [
  {
    kind: 'contact.create',
    path: '/contacts/save',
    prepare: async () => anna,
    effects: async (...where) => (await contactsOf(...where)).length,
  },
  {
    kind: 'contact.update',
    path: '/contacts/save',
    prepare: async (...where) => ({ ...anna, contact: await knownContact(...where), comment: NEW_COMMENT }),
    effects: async (...where) => {
      const rows = await contactsOf(...where);
      return rows.length === 1 && rows[0]?.comment === NEW_COMMENT ? 1 : rows.length * 10;
    },
  },
  {
    kind: 'contact.delete',
    path: '/contacts/delete',
    prepare: async (...where) => ({ contact: await knownContact(...where), name: 'Анна' }),
    effects: async (...where) => ((await contactsOf(...where)).length === 0 ? 1 : 0),
  },
  {
    kind: 'order.create',
    path: '/orders/sendOrder',
    prepare: async (phone, backend) => backend.orderFor(await knownContact(phone, backend)),
    effects: async (phone, { owner, server }) =>
      server.db.$count(requests, eq(requests.promoter_id, owner(phone).userId)),
  },
];

/** Faults after which the app goes on by itself; what is refused waits for the user and is tested elsewhere. */
const passing: Fault[] = [
  'drop-before',
  'drop-after',
  '500-before',
  '500-after',
  '401',
  '425',
  '429',
  '503',
  'html',
  'redirect',
  'truncated',
  'twice',
];

/** Points at which the phone can die. `none`: it lives. */
const crashes = ['none', 'after-save', 'request-under-way', 'carried-out', 'confirmed'] as const;
type Crash = (typeof crashes)[number];

const STALLS: Partial<Record<Crash, Fault>> = {
  'request-under-way': 'stall-before',
  'carried-out': 'stall-after',
};

/** Saves the entry and crashes where the table says; the fault meets the next request, of whichever phone it is. */
async function live(phone: Subject, { kind, path }: Case, payload: unknown, crash: Crash, fault: Fault) {
  const stall = STALLS[crash];
  if (stall) phone.network.fault(path, stall);
  phone.network.fault(path, fault);
  const entry = await phone.save(kind, payload, newId());
  if (crash === 'none' || crash === 'confirmed') await passOf(phone);
  if (stall) {
    const stalled = phone.network.stalled(path);
    void passOf(phone).catch(() => {}); // dies with the phone
    await stalled;
  }
  const survivor = crash === 'none' ? phone : { ...(await phone.crash()), email: phone.email };
  return { entry, survivor };
}

async function settle(phone: Subject, id: string): Promise<void> {
  for (let pass = 0; pass < 4 && (await phone.entry(id)).state !== 'done'; pass += 1) {
    phone.pass(RETRY_CAP_MS);
    await passOf(phone);
  }
}

/** Declares the whole table for one kind of backend. */
export function testEveryFault(isKeyed: boolean): void {
  let backend: Backend;
  beforeAll(async () => {
    backend = await createBackend({ keyed: isKeyed });
  });
  afterAll(() => backend.close());

  describe.each(cases.map(row => [row.kind, row] as const))('%s', (_, row) => {
    describe.each(crashes)('crash: %s', crash => {
      it.each(passing)('%s: exactly once, nothing lost', async fault => {
        const phone = await backend.phone();
        const payload = await row.prepare(phone, backend);
        const { entry, survivor } = await live(phone, row, payload, crash, fault);
        await settle(survivor, entry.id);
        expect((await survivor.entry(entry.id)).state).toBe('done');
        const doubled = !isKeyed && doublesBelowUs(row, crash, fault);
        expect(await row.effects(phone, backend)).toBe(doubled ? 2 : 1);
      });
    });
  });
}

/** A create that the browser itself delivers twice doubles on a legacy backend, below the app (SYNC.md). */
function doublesBelowUs({ kind }: Case, crash: Crash, fault: Fault): boolean {
  return fault === 'twice' && kind.endsWith('.create') && crash !== 'carried-out';
}
