/** Whatever a journey is about: an error that nobody caught, or a breach of the content policy, fails it. */
import { afterEach, expect } from 'vitest';
import { uncaught } from '#tests/support/browser.ts';

afterEach(() => {
  expect(uncaught.splice(0)).toEqual([]);
});
