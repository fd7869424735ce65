import { expect, test } from 'vitest';
import { problem } from '#api/problem.ts';
import { failure, success } from '#kit/result.ts';
import { checkVersioned, reasonOf, type SaveOptions, sendVersioned, UNPROVEN } from './use-versioned-save.ts';

type Stored = { text: string; version: number };

const BASE: Stored = { text: 'before', version: 1 };
const MINE: Stored = { text: 'mine', version: 2 };
const THEIRS: Stored = { text: 'theirs', version: 2 };
const lost = problem('offline');
const broken = problem('server', { status: 500 });
const changed = problem('refused', { status: 412 });
const invalid = problem('refused', { status: 422 });
const signedOut = problem('unauthenticated', { status: 401 });

/** A save that is answered with `sent` and, if it is read, `read`; null: no answer. */
function options(answer: typeof lost, read: Stored | null, isUnclear = false): SaveOptions<string, Stored> {
  return {
    send: async () => failure(answer),
    read: async () => (read ? success(read) : failure(lost)),
    isSaved: (stored, sent) => stored.text === sent,
    isBase: stored => stored.version === BASE.version,
    ...(isUnclear && { isUnclear: () => true }),
  };
}

test.each([
  ['no answer, and it has gone through', lost, MINE, { is: 'saved', stored: MINE, isOthers: false }],
  [
    'no answer, and nothing has changed',
    lost,
    BASE,
    { is: 'failed', problem: lost, stored: BASE, wasRead: true },
  ],
  ['no answer, and somebody else has saved', lost, THEIRS, { is: 'conflict', theirs: THEIRS }],
  ['no answer, and none to the question', lost, null, { is: 'unknown', problem: lost }],
  ['a broken server that has saved it', broken, MINE, { is: 'saved', isOthers: false }],
  ['a broken server that has not', broken, BASE, { is: 'failed', problem: broken }],
  ['412, and somebody else has saved', changed, THEIRS, { is: 'conflict', theirs: THEIRS, problem: changed }],
  ['412, and somebody else has saved the same', changed, MINE, { is: 'saved', isOthers: true }],
  ['412, and nothing can be read', changed, null, { is: 'failed', problem: changed }],
  ['a session that has ended', signedOut, MINE, { is: 'failed', problem: signedOut, wasRead: false }],
] as const)('%s', async (_what, answer, read, outcome) => {
  const checks: unknown[] = [];
  const settled = await sendVersioned(options(answer, read), 'mine', why => checks.push(why));
  expect(settled).toMatchObject({ ...outcome, sent: 'mine' });
  expect(checks).toEqual(answer === signedOut ? [] : [answer]);
});

test('a refusal is taken for what it says, unless the kind of save says that it is unclear', async () => {
  const never = () => expect.unreachable();
  const plain = await sendVersioned(options(invalid, MINE), 'mine', never);
  expect(plain).toMatchObject({ is: 'failed', problem: invalid });
  const unclear = await sendVersioned(options(invalid, MINE, true), 'mine', () => {});
  expect(unclear).toMatchObject({ is: 'saved', isOthers: true });
});

test('an answer is believed, and nothing is read', async () => {
  const save = { ...options(lost, null), send: async () => success(MINE) };
  const settled = await sendVersioned(save, 'mine', () => expect.unreachable());
  expect(settled).toEqual({ is: 'saved', stored: MINE, sent: 'mine', problem: null, isOthers: false });
});

test.each([
  ['it was saved', MINE, { is: 'saved', stored: MINE, problem: UNPROVEN, isOthers: false }],
  ['nothing has changed', BASE, { is: 'failed', problem: UNPROVEN, stored: BASE, wasRead: true }],
  ['somebody else has saved', THEIRS, { is: 'conflict', theirs: THEIRS }],
  ['nothing can be read', null, { is: 'unknown', problem: UNPROVEN }],
] as const)(
  'an answer that tells of something else than was sent is read back: %s',
  async (_what, read, outcome) => {
    const checks: unknown[] = [];
    const save = { ...options(lost, read), send: async () => success(BASE) };
    expect(await sendVersioned(save, 'mine', why => checks.push(why))).toMatchObject(outcome);
    expect(checks).toEqual([UNPROVEN]);
  },
);

test('a later check of the same save comes to the same', async () => {
  expect(await checkVersioned(options(lost, MINE), 'mine', lost)).toMatchObject({ is: 'saved' });
  expect(await checkVersioned(options(lost, null), 'mine', lost)).toMatchObject({ is: 'unknown' });
});

test('a failure has no reason where no answer gave one', () => {
  expect(reasonOf({ problem: lost, wasRead: true })).toBeNull();
  expect(reasonOf({ problem: broken, wasRead: true })).toBe(broken);
  expect(reasonOf({ problem: signedOut, wasRead: false })).toBe(signedOut);
});
