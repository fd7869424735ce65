/**
 * The same faults for our outbox and for a ready-made queue, on the same server. Each entry meets its fault once, then all
 * is well for hours; what counts is what has become of it.
 */
import 'fake-indexeddb/auto';
import 'axios';
import type { Compared, Outcome } from '#tests/faults/figures.ts';
import { createNetwork, type Fault, type Network } from '#tests/support/network.ts';
import { createFakeServer, type FakeServer } from '#tests/sync/rules/fake-server.ts';
import { PROMOTER, passOf, people, SAVE, setUpKeyed } from '#tests/sync/rules/fixture.ts';
import { openReadyMade } from './ready-made.ts';

const ENTRIES = 20;
const PASSES = 30;
const QUARTER_MS = 16 * 60 * 1000;

const FAULTS: readonly Fault[] = [
  'drop-before',
  'drop-after',
  '500-before',
  '500-after',
  'html',
  'truncated',
  '401',
  '403',
  '422',
  '429',
  '503',
  'stall-before',
  'stall-after',
];

/** Every fault, for one and the other. */
export async function compareQueues(): Promise<Compared[]> {
  const rows: Compared[] = [];
  for (const fault of FAULTS) {
    rows.push({ fault, ours: await outcomeOfOurs(fault), readyMade: await outcomeOfReadyMade(fault) });
  }
  return rows;
}

const NAMES = Array.from({ length: ENTRIES }, (_, index) => `Контакт ${index + 1}`);

const isStall = (fault: Fault) => fault.startsWith('stall');

/** A process that is killed while its request is on its way; the next one goes on with what is on the disk. */
async function killInEach(network: Network, fault: Fault, begin: () => Promise<() => Promise<void>>) {
  for (const _ of NAMES) {
    network.fault(SAVE, fault);
    const stalled = network.stalled(SAVE);
    const kill = await begin();
    await stalled;
    await kill();
  }
}

async function outcomeOfOurs(fault: Fault): Promise<Outcome> {
  const setup = await setUpKeyed();
  let { phone } = setup;
  for (const first_name of NAMES) await phone.save('contact.create', { ...people.anna, first_name });
  if (isStall(fault)) {
    await killInEach(setup.network, fault, async () => {
      phone.pass(QUARTER_MS);
      void passOf(phone);
      return async () => {
        phone = await phone.crash();
      };
    });
  } else setup.network.fault(SAVE, fault, ENTRIES);
  for (let pass = 0; pass < PASSES; pass += 1) {
    phone.pass(QUARTER_MS);
    await passOf(phone);
  }
  const live = (await phone.entries()).filter(({ state }) => state !== 'done');
  return outcomeIn(setup.server, live.length);
}

async function outcomeOfReadyMade(fault: Fault): Promise<Outcome> {
  const server = createFakeServer({ keyed: true });
  const network = createNetwork(server.handle);
  const { accessToken } = server.admit(PROMOTER);
  const queue = await openReadyMade(network.fetch);
  for (const first_name of NAMES) {
    const { phones, ...names } = people.anna;
    const contact_phones = phones.map(phone => ({ full_phone: `7${phone}` }));
    const body = JSON.stringify({ ...names, first_name, contact_phones });
    // Its own key with each: that is not what is compared.
    const headers = { Authorization: `Bearer ${accessToken}`, 'Idempotency-Key': crypto.randomUUID() };
    await queue.save(new Request(`http://server.test/api/promo${SAVE}`, { method: 'POST', headers, body }));
  }
  if (isStall(fault)) {
    await killInEach(network, fault, async () => {
      void queue.send();
      return queue.kill;
    });
  } else network.fault(SAVE, fault, ENTRIES);
  for (let pass = 0; pass < PASSES; pass += 1) await queue.send();
  return outcomeIn(server, await queue.size());
}

function outcomeIn({ contacts }: FakeServer, kept: number): Outcome {
  const times = NAMES.map(name => contacts.filter(contact => contact.first_name === name).length);
  const missing = times.filter(count => count === 0).length;
  return {
    arrived: times.filter(count => count === 1).length,
    doubled: times.filter(count => count > 1).length,
    kept: Math.min(kept, missing),
    lost: Math.max(0, missing - kept),
  };
}
