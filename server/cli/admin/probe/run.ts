/** What is found by all calls together. */
import { healthLive, healthReady } from '#contract/runtime.ts';
import { getUser } from '#contract/session.ts';
import { parseUrl } from '#domain/parse-url.ts';
import { Refused } from '../command.ts';
import { type PlannedCall, replyOf, USER_CALLS, type UserFacts } from './calls.ts';
import { ask, isHidden, look, type Probing, requestOf, skip } from './conversation.ts';
import { type CorsFacts, probeCors } from './cors.ts';
import { shapeOf401 } from './describe.ts';
import type { Heard } from './read-answer.ts';
import { probeTokens, type TokenFacts } from './tokens.ts';

export type Facts = UserFacts & {
  /** What the backend says it can do; undefined: it says nothing of that kind. */
  features: string[] | undefined;
  /** The answer to a token that does not exist. `isUsable`: the app learns from it that it must sign in again. */
  unauthenticated: { words: string; isUsable: boolean };
  tokens: TokenFacts;
  /** Undefined: the page stands on the backend's own origin, or nobody said where. */
  cors: CorsFacts | undefined;
};

export type Findings = Pick<Probing, 'target' | 'calls' | 'forms'> & { facts: Facts };

/** All calls, and what their answers show. Refused where nobody answers at all. */
export async function survey(probing: Probing): Promise<Findings> {
  const { target, calls, forms, foreignPage } = probing;
  const features = await probeHealth(probing);
  const { unauthenticated, answer } = await probeStranger(probing);
  const cors = foreignPage === undefined ? undefined : await probeCors(probing, foreignPage, answer);
  const tokens = await probeTokens(probing);
  const facts: Facts = {
    features,
    unauthenticated,
    cors,
    tokens,
    role: 'не узнать',
    can: [],
    percent: 'unknown',
    etag: 'unknown',
    validation: 'не узнать: нужен модератор',
    notFound: 'не узнать',
  };
  if (tokens.signedIn) for (const call of USER_CALLS) await makeCall(probing, call, facts);
  return { target, calls, forms, facts };
}

async function makeCall(probing: Probing, call: PlannedCall, facts: Facts): Promise<void> {
  const { endpoint, permission, describe } = call;
  const { answers } = probing;
  const isAllowed = permission === undefined || facts.can.includes(permission);
  const input = isAllowed ? (call.input?.(answers) ?? {}) : `у пользователя нет права ${permission}`;
  if (typeof input === 'string') {
    if (input !== '' && !describe) skip(probing, endpoint, input);
  } else if (describe) {
    const outgoing = requestOf(probing, endpoint, input, call.headers?.(answers));
    await look(probing, endpoint, outgoing, heard => describe(heard, facts));
  } else {
    await ask(probing, endpoint, input);
    if (answers.has(endpoint)) call.learn?.(answers, facts);
  }
}

/** The first call: where nobody answers it, nobody answers the others. */
async function probeHealth(probing: Probing): Promise<string[] | undefined> {
  const ready = await ask(probing, healthReady);
  if (!ready) throw new Refused(`Сервер не ответил: ${probing.calls[0]?.why.join('; ')}`);
  refuseMoved(ready, probing.target.origin);
  await ask(probing, healthLive);
  // Words of a strange server: only what looks like the name of a feature is repeated.
  const features = replyOf(probing.answers, healthReady)?.features;
  return features?.filter(name => /^[a-z][a-z0-9._-]{0,30}$/.test(name));
}

/** Whoever lives elsewhere now is asked there, and gets no password here. */
function refuseMoved({ status, headers }: Heard, origin: string): void {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null) return;
  const there = parseUrl(location, origin)?.origin ?? origin;
  if (there !== origin)
    throw new Refused(`Сервер перенаправляет на ${there}: если это он, задайте этот адрес`);
}

async function probeStranger(probing: Probing) {
  const shapeOf = (heard: Heard) => {
    const shape = shapeOf401(heard);
    if (!isHidden(probing, heard)) return shape;
    const hidden = 'браузер не отдаст этот ответ странице: нет Access-Control-Allow-Origin';
    return { words: `${shape.words}; ${hidden}`, isUsable: false };
  };
  const outgoing = requestOf(probing, getUser, {}, { Authorization: 'Bearer probe' });
  const answer = await look(probing, getUser, outgoing, heard => `чужой токен: ${shapeOf(heard).words}`);
  return { answer, unauthenticated: answer ? shapeOf(answer) : { words: 'нет ответа', isUsable: false } };
}
