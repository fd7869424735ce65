import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Contender } from '../nemesis/contender.ts';
import { type Office, openOffice } from '../nemesis/office.ts';
import { asTheyCome, discard } from './compare.ts';
import { type Compared, countOutcome, countThings, tableOf, timesOf } from './count.ts';
import { type Drive, endDrive, quiesce, startDrive } from './drive.ts';
import { GOOD_NETWORK, HARD_CASES, play } from './hard-cases.ts';

const SEED = 1;
const QUIET_MS = 5000;

let office: Office;
let contenders: Contender[];
const rows: Compared[] = [];
/** What each of them brought to the server before anything went wrong. */
const sentAtFirst = new Map<string, number>();

beforeAll(async () => {
  office = await openOffice();
  contenders = await asTheyCome(office);
  rows.push(...(await Promise.all(contenders.map(runAll))));
  process.stdout.write(`\n${tableOf(rows)}\n`);
});

afterAll(async () => {
  await office.close();
  discard(contenders);
});

/** All cases, each in its own browser and on its own way to the server. */
async function runAll(contender: Contender): Promise<Compared> {
  const drive = await startDrive(contender, office, SEED);
  try {
    await play(drive, GOOD_NETWORK);
    sentAtFirst.set(contender.name, await sent(drive));
    for (const each of HARD_CASES) await play(drive, each);
    const waiting = await quiesce(drive, QUIET_MS);
    return await countOutcome(office.origin, { ...drive, name: contender.name, waiting });
  } finally {
    await endDrive(drive);
  }
}

async function sent({ tried }: Drive): Promise<number> {
  const things = await countThings(office.origin);
  return tried.filter(thing => timesOf(things, thing) === 1).length;
}

it('everybody saves and sends on a good network, so that nobody is beaten who is broken', () => {
  expect(Object.fromEntries(sentAtFirst)).toEqual(
    Object.fromEntries(contenders.map(({ name }) => [name, 2])),
  );
});

it('[S10] [S11] [S13] our outbox loses nothing and doubles nothing in the hard cases', () => {
  const ours = rows.find(({ name }) => name === contenders[0]?.name);
  const saves = 2 * (1 + HARD_CASES.length);
  expect(ours).toMatchObject({ acknowledged: saves, lost: 0, doubled: 0, waiting: 0 });
});
