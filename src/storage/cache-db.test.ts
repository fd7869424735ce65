import { expect, it } from 'vitest';
import { CacheDb } from './cache-db.ts';

it('[S1] a fault of another database drops nothing that can be read', async () => {
  const cache = new CacheDb('owner');
  await cache.marks.put({ name: 'book', tick: 1, at: 1 });
  expect(await cache.dropIfUnreadable(new DOMException('', 'UnknownError'))).toBe(false);
  expect(await cache.marks.get('book')).toMatchObject({ tick: 1 });
  cache.close();
});
