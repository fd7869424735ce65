import type { Context } from 'hono';
import { type Endpoint, successStatus } from '#contract/endpoint.ts';
import { authenticate, type Identity } from '../auth/authenticate.ts';
import { authorizeCall, satisfiesGuard } from '../auth/authorize-call.ts';
import { refusePublishedPassword } from '../auth/demo-password.ts';
import type { Act, Demand, Permitted } from '../commands/act.ts';
import {
  type Answer,
  type Attempt,
  answeredBefore,
  clientKeyOf,
  fingerprintOf,
  isCarriedOut,
  once,
  readKey,
} from '../commands/idempotency.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../db/deps.ts';
import { Refusal } from '../db/refusal.ts';
import { transact } from '../db/transaction.ts';
import {
  auditAllowed,
  decideCall,
  enforceDecision,
  enforceEach,
  permittedOf,
  RefusedByPolicy,
} from '../policies/ruling.ts';
import type { AppEnv } from './app-env.ts';
import { composeInput, readInput } from './input.ts';
import {
  type Asked,
  type InputFor,
  type Maker,
  makeOrReplay,
  type Outcome,
  type ReplyFor,
  untilExplained,
} from './make-at-once.ts';
import { answerOf, JSON_TYPE, respond, send, VARY, type WrittenReply, writeReply } from './send.ts';

export type Route = {
  endpoint: Endpoint;
  handle: (deps: Deps, c: Context<AppEnv>) => Promise<Response>;
};

/** Whether whoever asks this may also make another call, by their permissions and by the policies; nothing is written down. */
export type MayCall = <E extends Endpoint>(endpoint: E, input: InputFor<E>) => Promise<boolean>;

type Query<Input> = { deps: Deps; identity: Identity; input: Input; url: URL; mayCall: MayCall };

/**
 * A route that reads: authenticate → authorise → input → policies → present. `versionOf` is for what seldom changes:
 * it is cheap and another one after every change. It is asked for first, so that a change in between makes the tag too
 * old, never too new.
 */
export function query<E extends Endpoint>(
  endpoint: E,
  answer: (query: Query<InputFor<E>>) => Promise<ReplyFor<E> | WrittenReply>,
  versionOf?: (query: Query<InputFor<E>>) => Promise<string>,
): Route {
  return {
    endpoint,
    handle: async (deps, c) => {
      const identity = await identify(deps, c, endpoint);
      const input = await readInput(c, endpoint);
      const ruling = await consult(deps, c, endpoint, identity, input);
      await enforceDecision(deps, actOf(deps, c, identity), ruling);
      const mayCall: MayCall = async (other, itsInput) => {
        if (!satisfiesGuard(identity.can, other.guard)) return false;
        const itsRuling = await decideCall(deps, {
          endpoint: other,
          identity,
          input: itsInput,
          ip: c.get('ip'),
        });
        return itsRuling?.decision !== 'deny' || !itsRuling.enforced;
      };
      const asked = { deps, identity, input, url: new URL(c.req.url), mayCall };
      if (!versionOf) return sendReply(c, endpoint, await answer(asked));
      // Weak: the same tag over every compression.
      const tag = `W/"${await versionOf(asked)}"`;
      // Nobody knows how large it would have been.
      const headers = { ETag: tag, ...VARY };
      if (isNamed(tag, c.req.header('if-none-match'))) return respond(c, null, 304, headers);
      return sendReply(c, endpoint, await answer(asked), headers);
    },
  };
}

/** Whether If-None-Match names this tag, however weakened or quoted among others. */
function isNamed(tag: string, header = ''): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.split(',').some(named => named.trim() === '*' || opaque(named) === opaque(tag));
}

/**
 * What a changing route works with: everything inside one transaction. `version` is the one that the caller has
 * seen (If-Match of a conditional endpoint), null where they do not say.
 */
type Command<Input, Prepared> = {
  tx: Tx;
  act: Act;
  identity: Identity;
  input: Input;
  version: number | null;
  prepared: Prepared;
  demand: Demand;
  permitted: Permitted;
};

type Change<E extends Endpoint, Prepared = undefined> = (
  command: Command<InputFor<E>, Prepared>,
) => Promise<ReplyFor<E>>;

/**
 * A route that changes something: the same, in one transaction, and once per Idempotency-Key. What policies refuse is not
 * kept under the key: it may be asked for again.
 */
export function command<E extends Endpoint, Drawn>(
  endpoint: E,
  change: Change<E>,
  maker?: Maker<E, Drawn>,
): Route {
  const makes = maker && ((asked: Asked<InputFor<E>>) => makeOrReplay(endpoint, maker, asked));
  return preparedCommand(endpoint, async () => undefined, change, { makes });
}

/**
 * A route that hands out a secret: the same without a key, since an answer under a key would keep the secret in the
 * clear. Asked twice it hands out two.
 */
export function secretCommand<E extends Endpoint>(endpoint: E, change: Change<E>): Route {
  return preparedCommand(endpoint, async () => undefined, change, { keyOf: () => undefined });
}

type Ways<E extends Endpoint> = {
  keyOf?: typeof readKey;
  makes?: ((asked: Asked<InputFor<E>>) => Promise<Outcome | undefined>) | undefined;
};

/** The same, with something slow that is done beforehand, so that no transaction waits for it. */
export function preparedCommand<E extends Endpoint, Prepared>(
  endpoint: E,
  prepare: (input: InputFor<E>) => Promise<Prepared>,
  change: Change<E, Prepared>,
  { keyOf = readKey, makes }: Ways<E> = {},
): Route {
  return {
    endpoint,
    handle: noticing(endpoint, async (deps, c) => {
      const identity = await identify(deps, c, endpoint);
      const key = keyOf(c.req.header('idempotency-key'));
      const version = endpoint.conditional ? readVersion(c.req.header('if-match')) : null;
      const sent = await readInput(c, endpoint);
      const act = actOf(deps, c, identity, key);
      const attempt = key === undefined ? undefined : attemptOf(endpoint, act, key, sent);
      const input = composeInput(sent);
      const ruling = await consult(deps, c, endpoint, identity, input);
      // A change may alter what its own policy reads: a retry under the same key gets the stored answer, whatever the policy says now.
      const done = ruling?.decision === 'deny' && attempt && (await answeredBefore(deps.db, attempt));
      if (done) return sendKeyed(c, done, true);
      await enforceDecision(deps, act, ruling);
      const outcome = await untilDecided(deps, act, async () => {
        const made = await makes?.({ deps, act, input, attempt, ruling });
        if (made) return made;
        const prepared = await prepare(input);
        const work = async (tx: Tx) => {
          await auditAllowed(tx, act, ruling);
          const caller = { tx, act, identity };
          const demand: Demand = (other, ids) => enforceEach(deps, caller, other, ids);
          const permitted: Permitted = (other, ids) => permittedOf(deps, caller, other, ids);
          const asked = { ...caller, input, version, prepared, demand, permitted };
          return answerOf(endpoint, await change(asked));
        };
        if (attempt) return once(deps.db, attempt, work);
        return { answer: await transact(deps.db, work), replayed: false };
      });
      return sendOutcome(c, attempt, outcome);
    }),
  };
}

/** What is answered; what a policy refuses inside is written down once all of it is rolled back. */
async function untilDecided(deps: Deps, act: Act, answer: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await untilExplained(answer);
  } catch (error) {
    if (error instanceof RefusedByPolicy) await enforceDecision(deps, act, error.ruling);
    throw error;
  }
}

/** The same; where it ends with a refusal, it is noted whether the request was carried out before. */
function noticing({ path: route }: Endpoint, handle: Route['handle']): Route['handle'] {
  return async (deps, c) => {
    try {
      return await handle(deps, c);
    } catch (error) {
      const userId = c.get('userId');
      const header = c.req.header('idempotency-key');
      if (error instanceof Refusal && header !== undefined && userId !== undefined) {
        c.set('isCarriedOut', await isCarriedOut(deps.db, { userId, route, header }));
      }
      throw error;
    }
  };
}

function attemptOf({ method, path: route }: Endpoint, act: Act, key: string, input: unknown) {
  const { actorId: userId, impersonatorId, now } = act;
  return { userId, route, key, fingerprint: fingerprintOf({ method, route, impersonatorId }, input), now };
}

/** The version that If-Match names, in the quotes of a strong tag; null for none and for `*`, which is any. */
function readVersion(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^\s*"(\d{1,15})"\s*$/.exec(header)?.[1];
  if (version === undefined) {
    throw new Refusal(400, { message: 'The If-Match header must be a version in double quotes.' });
  }
  return Number(version);
}

/** A route that anybody may read. */
export function open<E extends Endpoint>(endpoint: E, answer: (deps: Deps) => Promise<ReplyFor<E>>): Route {
  return { endpoint, handle: async (deps, c) => sendReply(c, endpoint, await answer(deps)) };
}

async function identify(deps: Deps, c: Context<AppEnv>, endpoint: Endpoint): Promise<Identity> {
  const identity = await authenticate(deps, c.req.header('authorization'));
  if (c.get('isExposed')) await refusePublishedPassword(deps, identity);
  c.set('userId', identity.id);
  if (identity.impersonator) c.set('impersonatorId', identity.impersonator.id);
  authorizeCall(identity, endpoint);
  return identity;
}

/** What the policies say, noted for the log line of the request. */
async function consult(
  deps: Deps,
  c: Context<AppEnv>,
  endpoint: Endpoint,
  identity: Identity,
  input: unknown,
) {
  const ruling = await decideCall(deps, { endpoint, identity, input, ip: c.get('ip') });
  if (ruling) c.set('policy', ruling.decision);
  return ruling;
}

function actOf(deps: Deps, c: Context<AppEnv>, identity: Identity, key?: string): Act {
  return {
    actorId: identity.id,
    impersonatorId: identity.impersonator?.id ?? null,
    now: new Date(deps.clock()),
    requestId: c.get('requestId'),
    ip: c.get('ip'),
    clientKey: clientKeyOf(key),
  };
}

function sendOutcome(c: Context<AppEnv>, attempt: Attempt | undefined, { answer, replayed }: Outcome) {
  return attempt ? sendKeyed(c, answer, replayed) : send(c, answer);
}

function sendKeyed(c: Context<AppEnv>, { headers, ...answer }: Answer, replayed: boolean) {
  const status = { 'Idempotency-Status': replayed ? 'replayed' : 'stored' };
  return send(c, { ...answer, headers: { ...headers, ...status } });
}

function sendReply(c: Context<AppEnv>, endpoint: Endpoint, reply: unknown, headers = {}) {
  const status = successStatus(endpoint);
  return send(c, { status, headers: { ...JSON_TYPE, ...headers }, body: writeReply(reply) });
}
