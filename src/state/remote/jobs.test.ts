import { expect, test, vi } from 'vitest';
import { deferred } from '#kit/deferred.ts';
import { createJobs } from './jobs.ts';

/** Jobs that wait until they are let go, by id. */
function held() {
  const onIdle = vi.fn();
  const jobs = createJobs(onIdle);
  const began: number[] = [];
  const ends = new Map<number, ReturnType<typeof deferred>>();
  const add = (...ids: number[]) => {
    for (const id of ids) {
      const end = deferred();
      ends.set(id, end);
      jobs.add(id, async job => {
        began.push(job.isStopped ? -id : id);
        await end.promise;
      });
    }
  };
  const end = async (id: number) => {
    ends.get(id)?.resolve();
    await new Promise(setImmediate);
  };
  return { jobs, onIdle, began, add, end };
}

test('four are done at the same time, the others wait for their turn', async () => {
  const { jobs, onIdle, began, add, end } = held();
  add(1, 2, 3, 4, 5, 6);
  expect([began, jobs.has(6), jobs.has(7)]).toEqual([[1, 2, 3, 4], true, false]);
  await end(2);
  expect([began, jobs.has(2)]).toEqual([[1, 2, 3, 4, 5], false]);
  for (const id of [1, 3, 4, 5]) await end(id);
  expect([onIdle.mock.calls.length, jobs.isIdle()]).toEqual([0, false]);
  await end(6);
  expect([onIdle.mock.calls.length, jobs.isIdle()]).toEqual([1, true]);
});

test('what is first waits for no other', () => {
  const { jobs, began, add } = held();
  add(1, 2, 3, 4, 5);
  jobs.add(6, async job => void began.push(job.id), { first: true });
  expect(began).toEqual([1, 2, 3, 4, 6]);
});

test('who stops finds out in each job, and what waited ends without waiting', async () => {
  const { jobs, began, add } = held();
  add(1, 2, 3, 4, 5);
  jobs.stop();
  expect(began).toEqual([1, 2, 3, 4, -5]);
});

test('one that throws keeps no other waiting', async () => {
  const { jobs, began, add, onIdle, end } = held();
  const thrown = new Promise(seen => process.once('unhandledRejection', seen));
  jobs.add(9, () => Promise.reject(new Error('a bug')));
  add(1, 2, 3, 4);
  expect(await thrown).toEqual(new Error('a bug'));
  expect([began, jobs.has(9)]).toEqual([[1, 2, 3, 4], false]);
  for (const id of [1, 2, 3, 4]) await end(id);
  expect(onIdle).toHaveBeenCalled();
});
