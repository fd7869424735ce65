import { expect } from 'vitest';
import { readAll } from '#tests/contract/read-all.ts';
import type { TestServer } from '#tests/support/server.ts';

/** Does it, and shows that every row of the database is as it was before; `aside` are tables that it is meant to change. */
export async function leavesAlone<T>(
  server: TestServer,
  work: () => Promise<T>,
  aside: readonly string[] = [],
): Promise<T> {
  const read = async () => Object.entries(await readAll(server)).filter(([table]) => !aside.includes(table));
  const before = await read();
  const done = await work();
  expect(await read()).toEqual(before);
  return done;
}
