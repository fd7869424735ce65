/** What is found by all calls together. */
import { getUser } from '#contract/session.ts';
import { parseUrl } from '#domain/parse-url.ts';
import { Refused } from '../command.ts';
import { type PlannedCall, USER_CALLS, type UserFacts } from './calls.ts';
import { type Call, type Conversation, startConversation } from './conversation.ts';
import { isShared } from './cors.ts';
import { type CorsFacts, probeCors } from './cors-facts.ts';
import { shapeOf401 } from './describe.ts';
import type { Exchange } from './exchange.ts';
import type { Forms } from './forms.ts';
import { type Heard, READINGS } from './readings.ts';
import type { Target } from './target.ts';
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

export type Findings = { target: Target; calls: Call[]; forms: Forms; facts: Facts };

export type Surveying = {
  exchange: Exchange;
  target: Target;
  clientSecret: string;
  password: string;
  progress: (line: string) => void;
};

/** Where the page stands on another origin than the backend: that one. */
export function foreignPageOf({ origin, pageOrigin }: Target): string | undefined {
  return pageOrigin === origin ? undefined : pageOrigin;
}

/** All calls, and what their answers show. Refused where nobody answers at all. */
export async function survey(job: Surveying): Promise<Findings> {
  const { target } = job;
  const foreignPage = foreignPageOf(target);
  const conversation = startConversation({ ...job, zone: target.zone, foreignPage });
  const features = await probeHealth(conversation, target.origin);
  const { unauthenticated, answer } = await probeStranger(conversation, foreignPage);
  const cors = foreignPage === undefined ? undefined : await probeCors(conversation, foreignPage, answer);
  const tokens = await probeTokens(conversation, { ...job, ...target, foreignPage });
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
  if (tokens.signedIn) for (const call of USER_CALLS) await makeCall(conversation, call, facts);
  return { target, calls: conversation.calls, forms: conversation.forms, facts };
}

async function makeCall(conversation: Conversation, call: PlannedCall, facts: Facts): Promise<void> {
  const { name, permission, describe } = call;
  const { answers } = conversation;
  const isAllowed = permission === undefined || facts.can.includes(permission);
  const input = isAllowed ? (call.input?.(answers) ?? {}) : `у пользователя нет права ${permission}`;
  if (typeof input === 'string') {
    if (input !== '' && !describe) conversation.skip(name, input);
  } else if (describe) {
    const outgoing = conversation.request(READINGS[name], input, call.headers?.(answers));
    await conversation.look(name, outgoing, heard => describe(heard, facts));
  } else {
    await conversation.ask(name, input);
    call.learn?.(answers, facts);
  }
}

/** The first call: where nobody answers it, nobody answers the others. */
async function probeHealth(conversation: Conversation, origin: string): Promise<string[] | undefined> {
  await conversation.ask('healthReady', {}, heard => refuseMoved(heard, origin));
  const [first] = conversation.calls;
  if (first?.status === null) throw new Refused(`Сервер не ответил: ${first.why.join('; ')}`);
  await conversation.ask('healthLive');
  // Words of a strange server: only what looks like the name of a feature is repeated.
  const features = conversation.answers.healthReady?.value.features;
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

async function probeStranger(
  conversation: Conversation,
  foreignPage: string | undefined,
): Promise<Pick<Facts, 'unauthenticated'> & { answer: Heard | undefined }> {
  const outgoing = conversation.request(getUser, {}, { Authorization: 'Bearer probe' });
  const hidden = 'браузер не отдаст этот ответ странице: нет Access-Control-Allow-Origin';
  const shapeOf = (heard: Heard) => {
    const shape = shapeOf401(heard);
    const isHidden = foreignPage !== undefined && !isShared(heard, foreignPage);
    return isHidden ? { words: `${shape.words}; ${hidden}`, isUsable: false } : shape;
  };
  const answer = await conversation.look(
    'getUser',
    outgoing,
    heard => `чужой токен: ${shapeOf(heard).words}`,
  );
  return { answer, unauthenticated: answer ? shapeOf(answer) : { words: 'нет ответа', isUsable: false } };
}
