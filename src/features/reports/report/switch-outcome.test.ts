import { expect, test } from 'vitest';
import { problem } from '#api/problem.ts';
import { texts } from '../texts.ts';
import { outcomeOf } from './switch-outcome.ts';

const open = { closed_at: null };
const closed = { closed_at: '2026-11-20 11:00:00' };
const lost = problem('offline');
const changed = problem('refused', { status: 412, message: 'Precondition Failed' });

test.each([
  ['lost, and it has gone through', lost, closed, 'done', ''],
  ['lost, and nothing has changed', lost, open, 'failed', texts.notChanged],
  ['lost, and nobody can say', lost, null, 'unknown', texts.stateUnknown],
  ['a broken server that has closed it', problem('server', { status: 500 }), closed, 'done', ''],
  ['changed by somebody meanwhile', changed, open, 'failed', texts.changedMeanwhile],
  ['closed by somebody meanwhile', changed, closed, 'already', texts.alreadyClosed],
  ['no right to', problem('refused', { status: 403 }), open, 'failed', texts.forbidden],
  ['signed out, so nothing can be read', problem('unauthenticated'), null, 'failed', texts.sessionEnded],
] as const)('a close that was not confirmed: %s', (_name, why, fresh, is, words) => {
  expect(outcomeOf(why, fresh, true)).toEqual({ is, problem: words });
});

test('an open is judged the other way round', () => {
  expect(outcomeOf(lost, open, false).is).toBe('done');
  expect(outcomeOf(lost, closed, false).is).toBe('failed');
  expect(outcomeOf(changed, open, false)).toEqual({ is: 'already', problem: texts.alreadyOpen });
});
