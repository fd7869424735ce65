import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen, screenPhone } from '#tests/support/screen.tsx';
import { type LocalContext, useLocal } from './local.ts';

async function slowly(context: LocalContext, steps: number): Promise<number> {
  if (steps > 0) return slowly(context, steps - 1);
  return context.db.entries.count();
}

async function readMarks(context: LocalContext): Promise<number> {
  await slowly(context, 5);
  return context.cache.marks.count();
}

function Marks() {
  const marks = useLocal(readMarks, []);
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
