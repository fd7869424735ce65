import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openLog } from './log-lines.ts';

it('writes the lines of a turn together, and that of an error at once with those before it', async () => {
  const written: string[][] = [];
  const { log } = openLog(lines => {
    written.push(Array.from(lines.matchAll(/"event":"(\w+)"/g), ([, event = '']) => event));
  });
  for (const event of ['first', 'second']) log({ level: 'info', event });
  expect(written).toEqual([]);
  log({ level: 'error', event: 'wrong' });
  expect(written).toEqual([['first', 'second', 'wrong']]);
  for (const event of ['third', 'fourth']) log({ level: 'info', event });
  await nextTurn();
  expect(written.slice(1)).toEqual([['third', 'fourth']]);
});
