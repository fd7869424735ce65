import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, screenPhone } from '#tests/support/screen.tsx';
import { type LocalContext, readAhead, useLocal } from './local.ts';

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
