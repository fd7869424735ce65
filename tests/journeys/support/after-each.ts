/**
 * Whatever a journey is about: an error that nobody caught, or a breach of the content policy, fails it. A failed one says
 * what stood on its pages.
 */
import { afterEach, expect } from 'vitest';
import { snapshotPages, uncaught } from '#tests/support/browser.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') {
    for (const page of await snapshotPages())
      process.stderr.write(`When «${task.name}» failed, this stood on ${page}\n`);
  }
  expect(uncaught.splice(0)).toEqual([]);
});
