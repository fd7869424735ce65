/**
 * The exhaustive table: every kind of entry × every point at which the phone can crash × everything that can
 * happen to its request, on a keyed and on a legacy backend. Whatever happens: in the end the effect is there
 * exactly once, and nothing that was saved is lost.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAllContacts } from '#contract/contacts.ts';
import { listRequests } from '#contract/requests.ts';
import { newId } from '#kit/ids.ts';
import type { Result } from '#kit/result.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { type Backend, createBackend, type SignedInPhone } from '#tests/support/backend.ts';
import type { Fault } from '#tests/support/network.ts';
import { anna, orderFor } from '#tests/support/samples.ts';

type Subject = SignedInPhone;

type Case = {
  kind: string;
  path: string;
  /** Brings the world into the state in which the entry makes sense; returns its payload. */
  prepare(phone: Subject): Promise<unknown>;
  /** How often the effect shows on the server: 1 is right. */
  effects(phone: Subject): Promise<number>;
};

/** What the server tells, asked past everything that the phone believes. */
async function told<Row>(call: Promise<Result<{ value: { list: Row[] } }, unknown>>): Promise<Row[]> {
  const answer = await call;
  if (!answer.ok) throw new Error(`The server did not tell: ${JSON.stringify(answer.problem)}`);
  return answer.value.value.list;
}

function contactsOf({ api }: Subject) {
  return told(api.call(listAllContacts, {}));
}

const NEW_COMMENT = 'Переехала';

async function knownContact(phone: Subject): Promise<string> {
  const { id } = await phone.save('contact.create', anna);
  await phone.drain();
  return id;
}

const cases: Case[] = [
  {
    kind: 'contact.create',
    path: '/contacts/save',
    prepare: async () => anna,
    effects: async phone => (await contactsOf(phone)).length,
  },
  {
    kind: 'contact.update',
    path: '/contacts/save',
    prepare: async phone => ({ ...anna, contact: await knownContact(phone), comment: NEW_COMMENT }),
    effects: async phone => {
      const contacts = await contactsOf(phone);
      return contacts.length === 1 && contacts[0]?.comment === NEW_COMMENT ? 1 : contacts.length * 10;
    },
  },
  {
    kind: 'contact.delete',
    path: '/contacts/delete',
    prepare: async phone => ({ contact: await knownContact(phone), name: 'Анна' }),
    effects: async phone => ((await contactsOf(phone)).length === 0 ? 1 : 0),
  },
  {
    kind: 'order.create',
    path: '/orders/sendOrder',
    prepare: async phone => orderFor(phone, await knownContact(phone)),
    effects: async phone => (await told(phone.api.call(listRequests, { page: 1, status: 'all' }))).length,
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
  if (crash === 'none' || crash === 'confirmed') await phone.drain();
  if (stall) {
    const stalled = phone.network.stalled(path);
    void phone.drain().catch(() => {}); // dies with the phone
    await stalled;
  }
  const survivor = crash === 'none' ? phone : { ...(await phone.crash()), email: phone.email };
  return { entry, survivor };
}

async function settle(phone: Subject, id: string): Promise<void> {
  for (let pass = 0; pass < 4 && (await phone.entry(id)).state !== 'done'; pass += 1) {
    phone.pass(RETRY_CAP_MS);
    await phone.drain();
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
        const phone = await backend.barePhone();
        const payload = await row.prepare(phone);
        const { entry, survivor } = await live(phone, row, payload, crash, fault);
        await settle(survivor, entry.id);
        expect((await survivor.entry(entry.id)).state).toBe('done');
        const doubled = !isKeyed && doublesBelowUs(row, crash, fault);
        expect(await row.effects(phone)).toBe(doubled ? 2 : 1);
      });
    });
  });
}

/** A create that the browser itself delivers twice doubles on a legacy backend, below the app (SYNC.md). */
function doublesBelowUs({ kind }: Case, crash: Crash, fault: Fault): boolean {
  return fault === 'twice' && kind.endsWith('.create') && crash !== 'carried-out';
}
