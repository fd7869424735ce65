import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { hash as hashBcrypt, verify as verifyBcrypt } from '@node-rs/bcrypt';
import { HASH_COST, readStoredHash, type StoredHash } from './stored-hash.ts';

/** Each hash takes 19 MiB and a core: more at once than cores would only be a lever for a flood. */
const PARALLEL = availableParallelism();

let running = 0;
const waiting: (() => void)[] = [];

async function takingTurns<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running >= PARALLEL) await new Promise<void>(resolve => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The hash of a password as it is to be kept. */
export function hashPassword(password: string, cost = HASH_COST): Promise<string> {
  return takingTurns(() => hash(password, cost));
}

/** `broken`: what is stored is no hash that anybody could sign in with. */
export type Verdict = 'right' | 'wrong' | 'broken';

/** Whether it is the password that a hash was made of. */
export async function verifyPassword(stored: string, password: string): Promise<Verdict> {
  const read = readStoredHash(stored);
  if (!read) return 'broken';
  try {
    const isRight = await takingTurns(() =>
      read.kind === 'bcrypt' ? verifyBcrypt(password, stored) : verify(stored, password),
    );
    return isRight ? 'right' : 'wrong';
  } catch {
    // Its parameters can be read, the hash itself cannot.
    return 'broken';
  }
}

const FILLER = 'nobody has this password';

let ofOurs: Promise<string> | undefined;
const ofBcrypt = new Map<number, Promise<string>>();

/**
 * Takes the time that verifying a hash of the other kinds would have taken, so that every failed attempt takes as long,
 * whatever is stored for the e-mail, or nothing. `costliestBcrypt` is the dearest that somebody of this firm still has.
 */
export async function equalizeTiming(
  verified: StoredHash | undefined,
  password: string,
  costliestBcrypt: number | undefined,
): Promise<void> {
  if (verified?.kind !== 'argon2') {
    ofOurs ??= hashPassword(FILLER);
    const filler = await ofOurs;
    await takingTurns(() => verify(filler, password));
  }
  const bcryptSpent = verified?.kind === 'bcrypt' ? verified.cost : 0;
  if (costliestBcrypt === undefined || costliestBcrypt <= bcryptSpent) return;
  const filler = await fillerOf(costliestBcrypt);
  await takingTurns(() => verifyBcrypt(password, filler));
}

function fillerOf(cost: number): Promise<string> {
  const known = ofBcrypt.get(cost) ?? takingTurns(() => hashBcrypt(FILLER, { cost }));
  ofBcrypt.set(cost, known);
  return known;
}
