import type { OrderValues } from '#features/orders/offline/order-kinds.ts';
import type { Entry, Owner } from '#storage/outbox-db.ts';
import { drain, type PassResult } from '#sync/drain.ts';
import { createNetwork, type Network } from '#tests/support/network.ts';
import { createPhone, type Phone } from '#tests/support/phone.ts';
import { anna, samples } from '#tests/support/samples.ts';
import { createTinyBackend, type TinyBackend } from './tiny-backend.ts';

/** A backend, and a phone of one promoter on it. */
export type World = { backend: TinyBackend; network: Network; phone: Phone };

/** A short script over the real engine that a rule must survive; it throws when the rule is broken. */
export type Guard = { rule: string; name: string; run: () => Promise<void> };

/** One guard. Its name says what must be true. */
export function guard(rule: string, name: string, run: () => Promise<void>): Guard {
  return { rule, name, run };
}

const STARTED_AT = Date.parse('2026-11-21T09:00:00Z');

/** Fails the script unless both are alike. */
export function same(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}

/** Contacts that the scripts save. */
export const people = { anna, boris: samples.boris, vera: { ...samples.boris, first_name: 'Вера' } };

/** A fresh world with its promoter signed in. */
export async function openWorld({ keyed = true } = {}): Promise<World> {
  const backend = createTinyBackend({ keyed });
  const network = createNetwork(backend.handle);
  const phone = await createPhone(network, { clientSecret: 'secret', now: STARTED_AT });
  await phone.signIn('promoter@test.example', 'password');
  network.seen.length = 0;
  return { backend, network, phone };
}

/** A world whose phone has learned that this backend honours keys, by saving Борис. */
export async function openKeyedWorld(): Promise<World> {
  const world = await openWorld();
  await world.phone.save('contact.create', people.boris);
  await world.phone.drain();
  world.network.seen.length = 0;
  return world;
}

/** Whose entries the phone sends. */
export function ownerOf({ session }: Phone): Owner {
  const owner = session.lastOwner();
  if (!owner) throw new Error('Sign in first');
  return owner;
}

/** One pass and nothing after it. */
export function passOf(phone: Phone, options?: { steal: true }): Promise<PassResult> {
  return drain(phone.context, ownerOf(phone), options);
}

/** A contact that the server knows already, and this phone does not: its key is the server's id. */
export function knownContact({ backend }: World): string {
  return String(backend.books.add(1, people.anna).id);
}

/** A workshop order for the contact of this key. */
export function orderTo(contact: string): OrderValues {
  const { phones } = people.anna;
  return {
    ...{ type: 'point', contact, contact_name: 'Анна', phones, broken: 'Не включается' },
    ...{ district: { id: 1, name: 'Центр' }, work: { id: 1, name: 'Ремонт ноутбука' } },
    ...{ street: 'Лесная', house: '5к1', korp: '', flat: '' },
  };
}

/** Requests whose path ends so, in the order in which they arrived. */
export function requestsTo({ network }: World, end: string) {
  return network.seen.filter(({ path }) => path.endsWith(end));
}

/** First names of the contacts on the server, in the order of their making. */
export function namesOn({ backend }: World): string[] {
  return backend.books.contacts.map(contact => contact.first_name);
}

/** The states of all entries in the order of saving. */
export async function statesOf({ phone }: World): Promise<Entry['state'][]> {
  return (await phone.entries()).map(entry => entry.state);
}

const MANY_TURNS = 300;

/** Long enough for a whole pass over this world: whatever has not happened by then waits for something. */
export async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < MANY_TURNS; turn += 1) await new Promise(resolve => setImmediate(resolve));
}

const SPEED = 1000;

/** Runs `work` while every timer of this process goes a thousand times as fast. */
export async function withFastTimers(work: () => Promise<void>): Promise<void> {
  const { setTimeout: real } = globalThis;
  const fast = (callback: () => void, delay = 0) => real(callback, delay / SPEED);
  globalThis.setTimeout = fast as typeof setTimeout; // timers of the platform take no other arguments here
  try {
    await work();
  } finally {
    globalThis.setTimeout = real;
  }
}
