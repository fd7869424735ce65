import { expect, it } from 'vitest';
import { problem } from '#api/problem.ts';
import { answerFault, describeFailure, whyWaiting } from './answer-fault.ts';

const words = { offline: 'Нет связи', failed: 'Не удалось' };

it.each([
  [
    problem('unreadable', { status: 200, place: 'заявки, поле paid' }),
    'Ответ сервера не прочитать: заявки, поле paid',
  ],
  [problem('foreign', { status: 503 }), 'Сервер на обслуживании'],
  [
    problem('foreign', { status: 503, retryAfterMs: 61_000 }),
    'Сервер на обслуживании, попробуйте через 2 мин',
  ],
  [problem('foreign', { status: 500 }), 'Сервер ответил ошибкой 500'],
  [problem('foreign', { status: 419 }), 'Сервер ответил ошибкой 419'],
  [problem('throttled', { status: 429 }), 'Сервер просит подождать: слишком много запросов'],
])('%j is not a missing connection', (described, why) => {
  expect(describeFailure(described, words)).toEqual({ unanswered: false, why });
});

it.each([
  ['offline', true, words.offline],
  ['timeout', true, words.offline],
  ['foreign', true, words.offline],
  ['server', false, words.failed],
] as const)('nothing is wrong with the answer of %s', (kind, unanswered, why) => {
  expect(describeFailure(problem(kind, { status: 200 }), words)).toEqual({ unanswered, why });
});

it.each([
  [problem('unavailable', { status: 503 }), 'Сервер на обслуживании'],
  [problem('throttled', { status: 429 }), 'Сервер просит подождать: слишком много запросов'],
  [
    problem('throttled', { status: 429, retryAfterMs: 60_000 }),
    'Сервер просит подождать 1 мин: слишком много запросов',
  ],
  [problem('foreign', { status: 500 }), 'Сервер ответил ошибкой 500'],
  [problem('offline'), ''],
])('what waits is told why: %j', (described, why) => {
  expect(whyWaiting(described)).toBe(why);
});

it('an older entry does not say where', () => {
  expect(answerFault({ kind: 'unreadable', status: 200 })).toBe('Ответ сервера не прочитать');
});
