import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Contender, Thing } from '../nemesis/contender.ts';
import { type Office, openOffice } from '../nemesis/office.ts';
import { asTheyCome, discard } from './compare.ts';
import { type Counted, countOutcome, countThings } from './count.ts';
import { type Drive, endDrive, quiesce, startDrive } from './drive.ts';
import { GOOD_NETWORK, HARD_CASES, play } from './hard-cases.ts';
import { tableOfCases, tableOfSums } from './tables.ts';

const SEED = 1;
const QUIET_MS = 5000;

const CASES = [GOOD_NETWORK, ...HARD_CASES];

/** All of a contender's saves, and then the same for each case by itself. */
type Row = { name: string; sum: Counted; cases: Counted[] };

let office: Office;
let rows: Row[];

beforeAll(async () => {
  office = await openOffice();
  const contenders = await asTheyCome(office);
  try {
    rows = await Promise.all(contenders.map(runAll));
  } finally {
    discard(contenders);
  }
  const sums = tableOfSums(rows.map(row => row.sum));
  const titles = CASES.map(({ name }) => name);
  process.stdout.write(`\n${sums}\n\n${tableOfCases(titles, rows)}\n`);
});

afterAll(() => office.close());

/** All cases, each contender in its own browser and on its own way to the server. */
async function runAll(contender: Contender): Promise<Row> {
  const drive = await startDrive(contender, office, SEED);
  try {
    const tried: (readonly Thing[])[] = [];
    for (const each of CASES) {
      const before = drive.tried.length;
      await play(drive, each);
      tried.push(drive.tried.slice(before));
    }
    const waiting = await quiesce(drive, QUIET_MS);
    const times = await countThings(office.origin);
    const { name } = contender;
    return {
      name,
      sum: countOutcome(times, { ...drive, name, waiting }),
      cases: tried.map(things =>
        countOutcome(times, { name, tried: things, told: toldOf(drive, things), waiting: 0 }),
      ),
    };
  } finally {
    await endDrive(drive);
  }
}

function toldOf({ told }: Drive, things: readonly Thing[]): Thing[] {
  return told.filter(thing => things.includes(thing));
}

it('everybody saves and sends on a good network, so that nobody is beaten who is broken', () => {
  const good = rows.map(({ cases: [first] }) => first);
  expect(good).toMatchObject(rows.map(() => ({ acknowledged: 2, lost: 0, doubled: 0 })));
});

it('[S10] [S11] [S13] our outbox loses nothing and doubles nothing in the hard cases', () => {
  const saves = 2 * CASES.length;
  expect(rows[0]?.sum).toMatchObject({ acknowledged: saves, lost: 0, doubled: 0, waiting: 0 });
});
