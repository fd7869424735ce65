import { expect, test } from 'vitest';
import { type Problem, type ProblemKind, problem } from '#api/problem.ts';
import { failure, success } from '#kit/result.ts';
import { untilAnswered } from './until-answered.ts';

const lost = problem('offline');
const busy = problem('unavailable', { status: 503 });
const failed = problem('server', { status: 500 });
const refused = problem('refused', { status: 403 });
const ownRefusal = problem('refused', { status: 403, keyStatus: 'refused' });

/** Meets these one after another, and then succeeds; the moderator stops after so many calls. */
async function meet(
  problems: readonly Problem[],
  stopAfter = Number.POSITIVE_INFINITY,
  before: Problem | null = null,
) {
  const left = [...problems];
  let calls = 0;
  const call = async () => {
    calls += 1;
    const next = left.shift();
    return next ? failure(next) : success('paid');
  };
  const outcome = await untilAnswered(call, async () => calls < stopAfter, before);
  return [outcome.is, calls];
}

test('what was lost, and what asks to wait, is sent again as often as it takes', async () => {
  expect(await meet([])).toEqual(['done', 1]);
  expect(await meet([lost, busy, lost, lost, busy, problem('unauthenticated'), lost])).toEqual(['done', 8]);
});

test('a refusal ends it: nothing was done', async () => {
  expect(await meet([refused])).toEqual(['failed', 1]);
  expect(await meet([busy, refused])).toEqual(['failed', 2]);
});

test('after a lost answer only a refusal that names the key says so', async () => {
  expect(await meet([lost, ownRefusal])).toEqual(['failed', 2]);
  expect(await meet([lost, refused, refused, refused])).toEqual(['unknown', 4]);
});

test.each<[ProblemKind, number]>([
  ['server', 500],
  ['unreadable', 200],
  ['foreign', 200],
])('a third answer that proves nothing (%s, %i) leaves it unknown', async (kind, status) => {
  const nothing = problem(kind, { status });
  expect(await meet([nothing, nothing])).toEqual(['done', 3]);
  expect(await meet([nothing, lost, nothing, nothing])).toEqual(['unknown', 4]);
});

test('who stops before it was sent has done nothing, after a lost answer nobody knows', async () => {
  expect(await meet([], 0)).toEqual(['stopped', 0]);
  expect(await meet([busy], 1)).toEqual(['stopped', 1]);
  expect(await meet([lost, failed], 1)).toEqual(['unknown', 1]);
});

test('what repeats an attempt that had no answer is as much in doubt as after it', async () => {
  expect(await meet([], 0, lost)).toEqual(['unknown', 0]);
  expect(await meet([refused, ownRefusal], 9, lost)).toEqual(['failed', 2]);
  const call = async () => success('paid');
  const answers = [null, lost].map(before => untilAnswered(call, async () => true, before));
  expect(await Promise.all(answers)).toMatchObject([{ isRepeated: false }, { isRepeated: true }]);
});
