import { type AnswerKind, answerKindOf, type FailedAnswer, obstacleOf, type Problem } from '#api/problem.ts';
import { MINUTE_MS } from '#kit/clock.ts';

const CHANGED = 'Изменено кем-то другим';

const REFUSED: Readonly<Record<number, string>> = {
  409: CHANGED,
  412: CHANGED,
  413: 'Слишком много данных',
  419: 'Страница устарела, обновите ее',
};

/** Every word for what an answer was, beside the specification's own. Without a full stop. */
const WORDS: Readonly<Record<AnswerKind, (answer: FailedAnswer) => string>> = {
  network: () => 'Нет связи',
  portal: () => 'Вместо сервера ответил кто-то другой: возможно, Wi-Fi просит войти',
  maintenance: answer => `Сервер на обслуживании${afterMinutes(answer, ', попробуйте через')}`,
  busy: answer => `Сервер просит подождать${afterMinutes(answer, '')}: слишком много запросов`,
  server: ({ status }) => `Сервер ответил ошибкой${status > 0 ? ` ${status}` : ''}`,
  unreadable: ({ place = '' }) => ['Ответ сервера не прочитать', place].filter(Boolean).join(': '),
  signedOut: () => 'Сессия закончилась: войдите снова',
  session: () => 'Сессия закончилась: войдите снова',
  forbidden: () => 'Нет прав',
  gone: () => 'Сервер этого не нашел',
  refused: ({ status }) => REFUSED[status] ?? 'Сервер не принял данные',
};

function afterMinutes({ retryAfterMs }: FailedAnswer, before: string): string {
  const minutes = Math.ceil((retryAfterMs ?? 0) / MINUTE_MS);
  return minutes > 0 ? `${before} ${minutes} мин` : '';
}

/** What an answer was, in words without a full stop; of a 401 whose session could not be renewed, why it could not. */
export function answerWords(answer: FailedAnswer): string {
  const obstacle = obstacleOf(answer);
  return WORDS[answerKindOf(obstacle)](obstacle);
}

/** The same of a reading: it sends no data that could be refused. */
export function readingWords(answer: FailedAnswer): string {
  return answerKindOf(answer) === 'refused' ? WORDS.server(obstacleOf(answer)) : answerWords(answer);
}

/** The same of a change that may have been made: «Ответ не пришел» only where none of ours came. */
export function whyUnknown(answer: FailedAnswer): string {
  const isLost = ['network', 'portal'].includes(answerKindOf(answer));
  return isLost ? 'Ответ не пришел' : answerWords(answer);
}

/** Why nothing goes although something answered; '' where nothing did, and for an ended session, which the shell tells. */
export function whyWaiting(answer: FailedAnswer): string {
  return ['network', 'signedOut'].includes(answerKindOf(answer)) ? '' : readingWords(answer);
}

/** `unanswered`: nothing is wrong but the connection. `signIn`: signing in is what helps. */
export type Failure = { unanswered: boolean; why: string; signIn: boolean };

/**
 * What a screen says of a reading that failed: what the answer was, and after it what that means `here`. That the session
 * has ended the shell says, once for everything.
 */
export function describeFailure(problem: Problem, here = ''): Failure {
  const kind = answerKindOf(problem);
  const words = kind === 'signedOut' && here !== '' ? '' : `${readingWords(problem)}.`;
  return {
    unanswered: kind === 'network',
    why: [words, here].filter(Boolean).join(' '),
    signIn: kind === 'session' || kind === 'signedOut',
  };
}

/** The same of what is still shown as it was; null where the shell says all. */
export function describeStale(problem: Problem | null, here: string): Failure | null {
  if (!problem || answerKindOf(problem) === 'signedOut') return null;
  return describeFailure(problem, here);
}
