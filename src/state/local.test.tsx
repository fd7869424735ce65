import { screen } from '@testing-library/react';
import { liveQuery } from 'dexie';
import { expect, test } from 'vitest';
import { ownerKeyOf } from '#storage/outbox-db.ts';
import { rememberUser } from '#sync/cached-user.ts';
import { openScreen, PROMOTER, screenPhone } from '#tests/support/screen.tsx';
import { type LocalContext, readAhead, useLocal } from './local.ts';
import { shareReading } from './shared-reading.ts';

async function slowly(context: LocalContext, steps: number): Promise<number> {
  if (steps > 0) return slowly(context, steps - 1);
  return context.db.entries.count();
}

async function readMarks(context: LocalContext): Promise<number> {
  await slowly(context, 5);
  return context.cache.marks.count();
}

let drawn: (number | undefined)[] = [];

function Marks() {
  const marks = useLocal(readMarks, []);
  drawn.push(marks);
  return <output aria-label="marks">{marks}</output>;
}

test('a reading stays live however many steps it takes', async () => {
  const { device, phone } = await screenPhone();
  openScreen(device, <Marks />, '/marks');
  const shown = () => screen.findByRole('status', { name: 'marks' });
  const before = Number((await shown()).textContent);
  await phone.book().cache.marks.put({ name: 'another', tick: 0, at: 0 });
  await expect.poll(async () => (await shown()).textContent).toBe(String(before + 1));
});

test('what was read ahead is there in the first commit, and stays live', async () => {
  const { device, phone } = await screenPhone();
  await readAhead(device, readMarks);
  drawn = [];
  openScreen(device, <Marks />, '/marks');
  const shown = async () => Number((await screen.findByRole('status', { name: 'marks' })).textContent);
  const before = await shown();
  expect(drawn).not.toContain(undefined);
  await phone.book().cache.marks.put({ name: 'another', tick: 0, at: 0 });
  await expect.poll(shown).toBe(before + 1);
});

let timesRead = 0;

async function readCounted(context: LocalContext): Promise<number> {
  timesRead += 1;
  return context.db.entries.count();
}

function Counted() {
  return <output aria-label="entries">{useLocal(readCounted, [])}</output>;
}

test('what two show at the same time is read once', async () => {
  const { device } = await screenPhone();
  const both = (
    <>
      <Counted />
      <Counted />
    </>
  );
  openScreen(device, both, '/entries');
  await expect.poll(() => screen.getAllByRole('status').map(each => each.textContent)).toEqual(['0', '0']);
  expect(timesRead).toBe(1);
});

const readOwner = async ({ ownerKey }: LocalContext) => ownerKey;

function OwnerKey() {
  return <output aria-label="owner">{useLocal(readOwner, [])}</output>;
}

test('what was read for somebody is not shown to somebody else', async () => {
  const { device, phone } = await screenPhone();
  await readAhead(device, readOwner);
  const other = { apiOrigin: device.config.apiOrigin, userId: 2 };
  await rememberUser(phone.db, other, { ...PROMOTER, id: 2 }, device.now());
  await phone.auth.write({ ...phone.auth.read(), subject: 2 });
  openScreen(device, <OwnerKey />, '/owner');
  const shown = await screen.findByRole('status', { name: 'owner' });
  await expect.poll(() => shown.textContent).toBe(ownerKeyOf(other));
});

test('a reading that has failed is not handed on', async () => {
  const failing = shareReading(liveQuery(() => Promise.reject(new Error('unreadable'))));
  await failing.hasBegun;
  expect(failing.hasEnded()).toBe(true);
});
