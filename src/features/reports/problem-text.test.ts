import { expect, test } from 'vitest';
import { problem } from '#api/problem.ts';
import { isKnownNotApplied } from '#state/remote/use-action.ts';
import { problemText, stopsEveryRow } from './problem-text.ts';
import { texts } from './texts.ts';
import { noticeOf } from './use-create-report.ts';

test.each([
  ['offline', 0, 'Нет связи.', false, true],
  ['timeout', 0, 'Нет связи.', false, true],
  ['foreign', 502, 'Сервер ответил ошибкой 502.', false, true],
  ['server', 500, 'Сервер ответил ошибкой 500.\nin English', false, false],
  ['unauthenticated', 401, 'Сессия закончилась: войдите снова.', true, true],
  ['throttled', 429, 'Сервер просит подождать: слишком много запросов.', true, true],
  ['unavailable', 503, 'Сервер на обслуживании.', true, true],
  ['refused', 403, 'Нет прав.\nin English', true, true],
  ['refused', 404, 'Сервер этого не нашел.\nin English', true, false],
  ['refused', 412, texts.changedMeanwhile, true, false],
  ['refused', 422, 'Сервер не принял данные.\nin English', true, false],
] as const)('%s %s: its words, whether nothing has happened, whether it stops every row', (...row) => {
  const [kind, status, words, undone, stops] = row;
  const why = problem(kind, { status, message: 'in English' });
  expect([problemText(why), isKnownNotApplied(why), stopsEveryRow(why)]).toEqual([words, undone, stops]);
});

test('what the server says in Russian is told as it is', () => {
  const why = problem('refused', { status: 200, message: 'Закрытый отчет нельзя удалить' });
  expect(problemText(why)).toBe('Закрытый отчет нельзя удалить');
});

test.each([
  ['success', 'success'],
  ['warning', 'warning'],
  ['error', 'error'],
  ['info', 'info'],
  ['danger', 'info'],
  [undefined, 'info'],
])('what the server chose to say is told exactly; its kind %s as %s', (status, type) => {
  const reply = { status, title: 'Отчет', message: 'Нет выполненных заявок для отчета' };
  expect(noticeOf(reply)).toEqual({ type, title: 'Отчет', message: 'Нет выполненных заявок для отчета' });
  expect(noticeOf({ status })).toBeNull();
});
