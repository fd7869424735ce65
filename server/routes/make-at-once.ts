/** What one statement makes: its answer is known before it, and kept with what it makes. */
import type * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Act } from '../commands/act.ts';
import { type Answer, type Attempt, answeredBefore, refuseInProgress } from '../commands/idempotency.ts';
import { type Making, NothingInTheWay } from '../commands/making-statement.ts';
import type { Db, Tx } from '../db/database.ts';
import { violatedUnique } from '../db/database-problem.ts';
import type { Deps } from '../db/deps.ts';
import { forgetDrawn } from '../db/numbers.ts';
import { notNow } from '../db/refusal.ts';
import { transact, transactOne } from '../db/transaction.ts';
import { auditAllowed, type Ruling } from '../policies/ruling.ts';
import { answerOf } from './send.ts';

/** How often numbers are drawn for one thing. Each time is fifty further on. */
const DRAWS = 5;

/** How often it is gone about, where what was in the way is gone each time that one looks. */
const ROUNDS = 3;

/** A number that was drawn is taken: only fresh ones help. */
const NUMBER_TAKEN = /_(pkey|code_number_key)$/;

/** The row of the same Idempotency-Key in other letters. */
const KEY_TAKEN = /_client_key_key$/;

export type InputFor<E extends Endpoint> = v.InferOutput<E['input']>;
export type ReplyFor<E extends Endpoint> = v.InferInput<E['reply']>;

/**
 * What one statement can make, with its answer under the key and its line of the audit: that answer is known before. Where
 * it has made nothing, the route's change says why, or does what is no making.
 */
export type Maker<E extends Endpoint, Drawn> = {
  draw: (db: Db, act: Act, input: InputFor<E>) => Promise<Drawn | undefined>;
  make: (on: Db | Tx, making: Making<InputFor<E>, Drawn>) => Promise<boolean>;
  present: (drawn: Drawn) => ReplyFor<E>;
};

/** A change that is allowed. */
export type Asked<Input> = {
  deps: Deps;
  act: Act;
  input: Input;
  attempt: Attempt | undefined;
  ruling: Ruling | undefined;
};

export type Outcome = { answer: Answer; replayed: boolean };

/** What was made now, or under the same key before; nothing where nothing was. */
export async function makeOrReplay<E extends Endpoint, Drawn>(
  endpoint: E,
  maker: Maker<E, Drawn>,
  asked: Asked<InputFor<E>>,
): Promise<Outcome | undefined> {
  const { deps, attempt } = asked;
  const made = await makeAtOnce(endpoint, maker, asked);
  const answer = made ?? (attempt && (await answeredBefore(deps.db, attempt)));
  return answer && { answer, replayed: made === undefined };
}

/** What is answered, gone about anew where nothing was made and nothing was in the way; 503 where that does not end. */
export async function untilExplained(answer: () => Promise<Outcome>): Promise<Outcome> {
  for (let round = 1; ; round++) {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof NothingInTheWay)) throw error;
      if (round === ROUNDS) throw notNow();
    }
  }
}

/** The answer of what was made; nothing where nothing was. */
async function makeAtOnce<E extends Endpoint, Drawn>(
  endpoint: E,
  { draw, make, present }: Maker<E, Drawn>,
  { deps: { db }, act, input, attempt, ruling }: Asked<InputFor<E>>,
): Promise<Answer | undefined> {
  const drawAndMake = async (): Promise<Answer | undefined> => {
    const drawn = await draw(db, act, input);
    if (drawn === undefined) return undefined;
    const answer = answerOf(endpoint, present(drawn));
    const making = { act, input, drawn, answer, attempt };
    const makeAudited = async (tx: Tx) => {
      const isMade = await make(tx, making);
      if (isMade) await auditAllowed(tx, act, ruling);
      return isMade;
    };
    const write = () => (ruling ? transact(db, makeAudited) : transactOne(db, on => make(on, making)));
    return (await (attempt ? refuseInProgress(write) : write())) ? answer : undefined;
  };
  for (let draws = 1; ; draws++) {
    try {
      return await drawAndMake();
    } catch (error) {
      const violated = violatedUnique(error) ?? '';
      // Made in this very moment: it will be found.
      if (KEY_TAKEN.test(violated)) return undefined;
      if (!NUMBER_TAKEN.test(violated)) throw error;
      if (draws === DRAWS) throw notNow();
      forgetDrawn(db);
    }
  }
}
