import { beforeEach, expect, it } from 'vitest';
import { newId } from '#kit/ids.ts';
import { requestRow } from '#tests/support/cached-rows.ts';
import { CacheDb, type RequestRow } from './cache-db.ts';
import { markSeen, readChangedSinceSeen, recordFirstSeen } from './seen-requests.ts';

let cache: CacheDb;

beforeEach(() => {
  cache = new CacheDb(newId());
});

const request = (id: number, state_name: string, paid: 0 | 1 = 0) =>
  requestRow(id, { state_name, paid, created_at: `2026-11-0${id} 09:00:00` });

async function receive(...requests: RequestRow[]) {
  await cache.transaction('rw', cache.requests, cache.seenRequests, async () => {
    await cache.requests.bulkPut(requests);
    await recordFirstSeen(cache, requests);
  });
}

const changed = async () => (await readChangedSinceSeen(cache)).map(({ id }) => id);

it('finds nothing new in what is heard of for the first time', async () => {
  await receive(request(1, 'Новая'), request(2, 'Выполнена', 1));
  expect(await changed()).toEqual([]);
});

it('finds what changed its state or was paid, the newest request first', async () => {
  await receive(request(1, 'Новая'), request(2, 'Выполнена'), request(3, 'Новая'));
  await receive(request(1, 'В работе'), request(2, 'Выполнена', 1), request(3, 'Новая'));
  expect(await changed()).toEqual([2, 1]);
});

it('is told once: seen as it is now, a request is new only when it changes again', async () => {
  await receive(request(1, 'Новая'));
  await receive(request(1, 'В работе'));
  await markSeen(cache, [request(1, 'В работе')]);
  expect(await changed()).toEqual([]);
  await receive(request(1, 'Выполнена'));
  expect(await changed()).toEqual([1]);
});

it('finds nothing new in a request that was cached before marks were kept', async () => {
  await cache.requests.put(request(1, 'Новая'));
  expect(await changed()).toEqual([]);
});

it('finds nothing new in what turned back to how it was seen', async () => {
  await receive(request(1, 'Новая'));
  await receive(request(1, 'В работе'));
  await receive(request(1, 'Новая'));
  expect(await changed()).toEqual([]);
});
