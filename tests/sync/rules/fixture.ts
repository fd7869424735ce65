import type { OrderValues } from '#features/orders/offline/order-kinds.ts';
import { newId } from '#kit/ids.ts';
import type { Entry, Owner } from '#storage/outbox-db.ts';
import { remember } from '#sync/control-rows.ts';
import { drain, type PassResult } from '#sync/drain.ts';
import { createNetwork, type Network } from '#tests/support/network.ts';
import { anna, createPhone, type Phone, samples } from '#tests/support/phone.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';

/** A server, and a phone of one promoter on it. */
export type Setup = { server: FakeServer; network: Network; phone: Phone };

/** Paths that requests end with. */
export const SAVE = '/contacts/save';
export const PROBE = '/getUser';

/** Who is signed in, and somebody else. */
export const PROMOTER = 'promoter@test.example';
export const OTHER = 'other@test.example';

const STARTED_AT = Date.parse('2026-11-21T09:00:00Z');

/** Contacts to save. */
export const people = { anna, boris: samples.boris, vera: { ...samples.boris, first_name: 'Вера' } };

/** A fresh server, and a phone with its promoter signed in. */
export async function setUp({ keyed = true } = {}): Promise<Setup> {
  const server = createFakeServer({ keyed });
  const network = createNetwork(server.handle);
  const phone = await createPhone(network, { clientSecret: 'secret', now: STARTED_AT });
  const { userId, ...tokens } = server.admit(PROMOTER);
  const session = { isLoggedIn: true, expiresIn: 3600, error: '', subject: userId, epoch: newId() };
  await phone.auth.write({ ...session, ...tokens });
  return { server, network, phone };
}

/** The same, but the phone has learned that this server honours keys; Борис is on the server already. */
export async function setUpKeyed(): Promise<Setup> {
  const setup = await setUp();
  await remember(setup.phone.db, 'keyed', ownerOf(setup.phone).apiOrigin);
  setup.server.addContact(1, people.boris);
  return setup;
}

/** A promoter who came in by the form, and somebody whom they may work as. */
export async function setUpTwo(): Promise<Setup & { otherId: number }> {
  const setup = await setUp();
  await setup.phone.signIn(PROMOTER, 'password');
  setup.network.seen.length = 0;
  return { ...setup, otherId: setup.server.admit(OTHER).userId };
}

/** The same, and they do. */
export async function setUpActing(): Promise<Setup & { otherId: number }> {
  const setup = await setUpTwo();
  const taken = await setup.phone.session.loginAs(setup.otherId);
  if (!taken.ok) throw new Error(`Not taken: ${JSON.stringify(taken.problem)}`);
  return setup;
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
export function knownContact({ server }: Setup): string {
  return String(server.addContact(1, people.anna).id);
}

/** A workshop order for the contact of this key. */
export function orderTo(contact: string): OrderValues {
  const { phones } = people.anna;
  return {
    type: 'point',
    contact,
    contact_name: 'Анна',
    phones,
    broken: 'Не включается',
    district: { id: 1, name: 'Центр' },
    work: { id: 1, name: 'Ремонт ноутбука' },
    street: 'Лесная',
    house: '5к1',
    korp: '',
    flat: '',
  };
}

/** Requests whose path ends so, in the order in which they arrived. */
export function requestsTo({ network }: { network: Network }, end: string) {
  return network.seen.filter(({ path }) => path.endsWith(end));
}

/** First names of the contacts on the server, in the order of their making. */
export function namesOn({ server }: Setup): string[] {
  return server.contacts.map(contact => contact.first_name);
}

/** The states of all entries in the order of saving. */
export async function statesOf({ phone }: { phone: Phone }): Promise<Entry['state'][]> {
  return (await phone.entries()).map(entry => entry.state);
}

/** Begins something and holds its next request to that path back. What it returns lets go, and waits for the end. */
export async function heldAt(network: Network, path: string, begin: () => Promise<unknown>) {
  const held = network.hold(path);
  const begun = begin();
  await held.arrived;
  return () => {
    held.release();
    return begun;
  };
}

const MANY_TURNS = 300;

/** Long enough for a whole pass: whatever has not happened by then waits for something. */
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
