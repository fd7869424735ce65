/** What is found by all calls together. */
import { healthLive, healthReady } from '#contract/runtime.ts';
import { getUser } from '#contract/session.ts';
import { parseUrl } from '#domain/parse-url.ts';
import { Refused } from '../command.ts';
import { USER_CALLS } from './calls.ts';
import { ask, isHidden, look, type Probing, requestOf, skip } from './conversation.ts';
import { probeCors } from './cors.ts';
import { shapeOf401 } from './describe.ts';
import { noFacts, type PlannedCall, replyOf, type UserFacts } from './planned-call.ts';
import type { Heard } from './read-answer.ts';
import { probeTokens } from './tokens.ts';

export type Findings = Awaited<ReturnType<typeof survey>>;

/** All calls, and what their answers show. Refused where nobody answers at all. */
export async function survey(probing: Probing) {
  const { target, calls, forms, foreignPage } = probing;
  const features = await probeHealth(probing);
  const { unauthenticated, answer } = await probeStranger(probing);
  // Undefined: the page stands on the backend's own origin, or nobody said where.
  const cors = foreignPage === undefined ? undefined : await probeCors(probing, foreignPage, answer);
  const tokens = await probeTokens(probing);
  const found = noFacts();
  if (tokens.signedIn) for (const call of USER_CALLS) await makeCall(probing, call, found);
  const csrf = [...probing.csrfPaths];
  return { target, calls, forms, facts: { features, unauthenticated, cors, csrf, tokens, ...found } };
}

async function makeCall(probing: Probing, call: PlannedCall, facts: UserFacts): Promise<void> {
  const { endpoint, permission, describe } = call;
  const { answers } = probing;
  const isAllowed = permission === undefined || facts.can.includes(permission);
  const noRight = `у пользователя нет права ${permission}, повторите от имени того, у кого оно есть (--user)`;
  const input = isAllowed ? (call.input?.(answers) ?? {}) : noRight;
  if (typeof input === 'string') {
    if (input !== '' && !describe) skip(probing, call, input);
  } else if (describe) {
    const outgoing = requestOf(probing, endpoint, input, call.headers?.(answers));
    await look(probing, endpoint, outgoing, heard => describe(heard, facts));
  } else {
    await ask(probing, call, input);
    if (answers.has(endpoint)) call.learn?.(answers, facts);
  }
}

/** The first call: where nobody answers it, nobody answers the others. Returns what the backend says it can do, if it does. */
async function probeHealth(probing: Probing) {
  const ready = await ask(probing, { endpoint: healthReady });
  if (!ready) throw new Refused(`Сервер не ответил: ${probing.calls[0]?.why.join('; ')}`);
  refuseMoved(ready, probing.target.origin);
  await ask(probing, { endpoint: healthLive });
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

/** The answer to a token that does not exist. `isUsable`: the app learns from it that it must sign in again. */
async function probeStranger(probing: Probing) {
  let unauthenticated = { words: 'нет ответа', isUsable: false };
  const outgoing = requestOf(probing, getUser, {}, { Authorization: 'Bearer probe' });
  const answer = await look(probing, getUser, outgoing, heard => {
    unauthenticated = shapeOf401(heard);
    if (isHidden(probing, heard)) {
      const hidden = 'браузер не отдаст этот ответ странице: нет Access-Control-Allow-Origin';
      unauthenticated = { words: `${unauthenticated.words}; ${hidden}`, isUsable: false };
    }
    return `чужой токен: ${unauthenticated.words}`;
  });
  return { answer, unauthenticated };
}
