import { expect, it, vi } from 'vitest';
import { problem } from '#api/problem.ts';
import { noteAnswer, noteOffline, whenReachableAgain } from './sync.ts';

it('[S22] any answer shows that the server can be reached again; no answer shows nothing', () => {
  const isReached = vi.fn();
  whenReachableAgain(isReached);
  noteOffline();
  noteAnswer(problem('offline'));
  noteAnswer(problem('timeout'));
  expect(isReached).not.toHaveBeenCalled();
  noteAnswer(problem('foreign', { status: 503 }));
  noteAnswer(null);
  expect(isReached).toHaveBeenCalledOnce();
});
