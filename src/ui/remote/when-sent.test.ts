import { expect, it } from 'vitest';
import { problem } from '#api/problem.ts';
import { whenSent } from './when-sent.ts';

const FREE = { held: false, afterContact: false, reachable: true, passProblem: null };
const maintenance = problem('unavailable', { status: 503 });

it.each([
  ['nothing is in the way', {}, 'Уйдет сейчас'],
  [
    'the last pass found no network, and something was answered since',
    { passProblem: problem('offline') },
    'Уйдет сейчас',
  ],
  ['nobody answers', { reachable: false }, 'Уйдет, когда появится связь'],
  ['its contact waits too', { afterContact: true, reachable: false }, 'Уйдет после контакта'],
  ['the session has ended', { held: true, afterContact: true }, 'Уйдет после входа'],
  [
    'the server wants a sign-in',
    { passProblem: problem('unauthenticated', { status: 401 }) },
    'Уйдет после входа',
  ],
  ['the server is down for work', { passProblem: maintenance }, 'Уйдет позже: сервер на обслуживании'],
  [
    'the server fails',
    { passProblem: problem('server', { status: 500 }) },
    'Уйдет позже: сервер ответил ошибкой 500',
  ],
])('says what is true when %s', (_when, way, words) => {
  expect(whenSent({ ...FREE, ...way })).toBe(words);
});
