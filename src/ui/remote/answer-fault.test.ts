import { expect, it } from 'vitest';
import { type Problem, problem } from '#api/problem.ts';
import { answerWords, describeFailure, describeStale, whyUnknown, whyWaiting } from './answer-fault.ts';

const spent = (renewal: NonNullable<Problem['renewal']>) =>
  problem('unauthenticated', { status: 401, renewal });

it.each<[Problem, string]>([
  [problem('offline'), 'Нет связи'],
  [problem('timeout'), 'Нет связи'],
  [problem('foreign', { status: 200 }), 'Вместо сервера ответил кто-то другой: возможно, Wi-Fi просит войти'],
  [
    problem('unreadable', { status: 200, place: 'заявки, поле paid' }),
    'Ответ сервера не прочитать: заявки, поле paid',
  ],
  [problem('foreign', { status: 503 }), 'Сервер на обслуживании'],
  [problem('unavailable', { status: 503 }), 'Сервер на обслуживании'],
  [
    problem('foreign', { status: 503, retryAfterMs: 61_000 }),
    'Сервер на обслуживании, попробуйте через 2 мин',
  ],
  [problem('foreign', { status: 500 }), 'Сервер ответил ошибкой 500'],
  [problem('foreign', { status: 419 }), 'Сервер ответил ошибкой 419'],
  [problem('server', { status: 502 }), 'Сервер ответил ошибкой 502'],
  [problem('throttled', { status: 429 }), 'Сервер просит подождать: слишком много запросов'],
  [
    problem('throttled', { status: 429, retryAfterMs: 60_000 }),
    'Сервер просит подождать 1 мин: слишком много запросов',
  ],
  [problem('refused', { status: 403 }), 'Нет прав'],
  [problem('refused', { status: 404 }), 'Сервер этого не нашел'],
  [problem('refused', { status: 410 }), 'Сервер этого не нашел'],
  [problem('refused', { status: 409 }), 'Изменено кем-то другим'],
  [problem('refused', { status: 422 }), 'Сервер не принял данные'],
  [spent('done'), 'Сессия закончилась: войдите снова'],
  [problem('unauthenticated'), 'Сессия закончилась: войдите снова'],
  [spent(problem('offline')), 'Нет связи'],
  [spent(problem('server', { status: 500 })), 'Сервер ответил ошибкой 500'],
])('%o is put into words', (received, words) => {
  expect(answerWords(received)).toBe(words);
});

it('what it means here stands behind what the answer was', () => {
  const here = 'Показано прежнее.';
  expect(describeFailure(problem('offline'), here)).toEqual({
    unanswered: true,
    why: 'Нет связи. Показано прежнее.',
    signIn: false,
  });
  expect(describeFailure(spent('done'), here)).toEqual({
    unanswered: false,
    why: 'Сессия закончилась: войдите снова. Показано прежнее.',
    signIn: true,
  });
});

it.each<[number, string]>([
  [400, 'Сервер ответил ошибкой 400'],
  [403, 'Нет прав'],
  [404, 'Сервер этого не нашел'],
  [409, 'Сервер ответил ошибкой 409'],
  [413, 'Сервер ответил ошибкой 413'],
  [422, 'Сервер ответил ошибкой 422'],
])('a reading refused with %i does not speak of data that was sent', (status, words) => {
  const refused = problem('refused', { status });
  expect(describeFailure(refused).why).toBe(`${words}.`);
  expect(whyWaiting(refused)).toBe(words);
});

it('that the session has ended the shell says, once', () => {
  const ended = spent('ended');
  expect(describeStale(ended, 'Показано прежнее.')).toBeNull();
  expect(describeFailure(ended, 'Заявки еще не загружались.').why).toBe('Заявки еще не загружались.');
  expect(describeFailure(ended)).toMatchObject({ why: 'Сессия закончилась: войдите снова.', signIn: true });
});

it.each<[Problem, string]>([
  [problem('unavailable', { status: 503 }), 'Сервер на обслуживании'],
  [problem('refused', { status: 403 }), 'Нет прав'],
  [spent('done'), 'Сессия закончилась: войдите снова'],
  [problem('offline'), ''],
  [spent('ended'), ''],
])('what waits is said why, but not what the shell says: %o', (received, why) => {
  expect(whyWaiting(received)).toBe(why);
});

it.each<[Problem, string]>([
  [problem('timeout'), 'Ответ не пришел'],
  [problem('foreign', { status: 200 }), 'Ответ не пришел'],
  [problem('server', { status: 500 }), 'Сервер ответил ошибкой 500'],
])('a change that may have been made: %o', (received, why) => {
  expect(whyUnknown(received)).toBe(why);
});

it('an older entry does not say where', () => {
  expect(answerWords({ kind: 'unreadable', status: 200 })).toBe('Ответ сервера не прочитать');
});
