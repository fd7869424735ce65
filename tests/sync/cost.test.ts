/** What things cost as counts of rows and requests, never as time: with ten times the queue, ten times the cost. */
import { beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '#features/offline.ts';
import { countOthers, summarise } from '#sync/summary.ts';
import type { Network } from '#tests/support/network.ts';
import type { Phone } from '#tests/support/phone.ts';
import { passOf, people, setUp } from './rules/fixture.ts';

const { anna } = people;

let network: Network;
let phone: Phone;
let rowsRead: number;
let writes: number;

beforeEach(async () => {
  ({ network, phone } = await setUp());
  phone.db.entries.hook('reading', row => {
    rowsRead += 1;
    return row;
  });
  for (const table of [phone.db.entries, phone.db.control, phone.db.idMap]) {
    table.hook('creating', noteWrite);
    table.hook('updating', noteWrite);
  }
  startCounting();
});

function noteWrite(): void {
  writes += 1;
}

function startCounting() {
  rowsRead = 0;
  writes = 0;
}

async function queue(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await phone.save('contact.create', { ...anna, first_name: `Имя ${index}` });
  }
}

const pass = () => passOf(phone);

/** A snapshot's row, itself among those of its thing, and itself at the claim and at the answer. */
const ROWS_PER_ENTRY = 4;

describe.each([20, 200])('with %i queued', count => {
  it('a pass reads each entry a few times, however many wait', async () => {
    await queue(count);
    startCounting();
    expect(await pass()).toMatchObject({ sent: count });
    expect(rowsRead).toBe(count * ROWS_PER_ENTRY);
  });

  it('saving reads no other entry', async () => {
    await queue(count);
    startCounting();
    await phone.save('contact.create', anna);
    expect(rowsRead).toBe(0);
  });

  it('the summary reads one of what waits', async () => {
    await queue(count);
    startCounting();
    const { ownerKey } = phone.book();
    const summary = await summarise(phone.db, kinds, ownerKey, false, phone.clock.now);
    expect(summary).toMatchObject({ pending: count, total: count, oldestAt: phone.clock.now });
    expect(await countOthers(phone.db, ownerKey)).toBe(0);
    expect(await countOthers(phone.db, 'somebody else')).toBe(count);
    expect(rowsRead).toBe(1);
  });
});

it('a poisoned entry costs the pass one try and holds up nobody', async () => {
  await queue(20);
  network.fault('/save', '500-before');
  startCounting();
  expect(await pass()).toMatchObject({ sent: 19, problem: null });
  // The second sweep finds it in its snapshot, and lets it lie.
  expect(rowsRead).toBe(20 * ROWS_PER_ENTRY + 1);
});

it('an empty outbox takes no lease, asks nobody and writes nothing', async () => {
  await phone.drain();
  await phone.runner.wake('start');
  await phone.runner.wake('button');
  expect({ writes, rowsRead, asked: network.seen.length }).toEqual({ writes: 0, rowsRead: 0, asked: 0 });
});

it('an outbox that waits for its time, or for the user, takes no lease either', async () => {
  await queue(2);
  const [first, second] = await phone.entries();
  if (!first || !second) throw new Error('two were queued');
  await phone.db.entries.update(first.seq, { nextAt: phone.clock.now + 1000 });
  await phone.db.entries.update(second.seq, { state: 'rejected' });
  startCounting();
  await pass();
  expect({ writes, asked: network.seen.length }).toEqual({ writes: 0, asked: 0 });
});

it('what waits for something saved later goes in the same pass', async () => {
  await queue(2);
  const [first, second] = await phone.entries();
  if (!first || !second) throw new Error('two were queued');
  await phone.db.entries.update(first.seq, { refs: [second.id] });
  expect(await pass()).toMatchObject({ sent: 2 });
  const sent = network.seen.filter(({ path }) => path.endsWith('/save'));
  expect(sent.map(({ key }) => key)).toEqual([second.key, first.key]);
});
