/** Hashes of passwords: argon2id of our own, or what a firm has brought along (Laravel's). */
import { availableParallelism } from 'node:os';
import { hash, parseOptions as parseArgon, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import type { HashCost } from '../db/deps.ts';

/** OWASP's minimum for argon2id, the library's default algorithm. */
const HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** bcrypt looks at so many bytes and at no more; so does Laravel. */
export const BCRYPT_BYTES = 72;

/** With less, bcrypt verifies nothing. */
const BCRYPT_MIN_COST = 4;

/** Every attempt to sign in costs so much at most: with more a hash is a lever, not a protection. */
const MAX_COST = { bcryptCost: 14, memoryCost: 262_144, timeCost: 16, parallelism: 16 };

/** Values of the library's const enums, which cannot be imported. */
const ARGON2ID = 2;
const VERSION_13 = 1;

/** Which algorithm made a hash, and whether it is as dear as ours. */
type StoredHash = { kind: 'argon2'; isWeak: boolean } | { kind: 'bcrypt'; cost: number };

/** Undefined for what nobody can sign in with: cut off, of another algorithm, or too dear to verify. */
export function readStoredHash(text: string, own: HashCost = HASH_COST): StoredHash | undefined {
  try {
    if (/^\$2[aby]\$/.test(text)) return readBcrypt(text);
    return /^\$argon2(?:id|i)\$/.test(text) ? readArgon(text, own) : undefined;
  } catch {
    // The parser throws what it cannot read.
    return undefined;
  }
}

function readBcrypt(text: string): StoredHash | undefined {
  const cost = Number(/^\$2[aby]\$(\d\d)\$[./A-Za-z\d]{53}$/.exec(text)?.[1]);
  return cost >= BCRYPT_MIN_COST && cost <= MAX_COST.bcryptCost ? { kind: 'bcrypt', cost } : undefined;
}

function readArgon(text: string, own: HashCost): StoredHash | undefined {
  const { algorithm, version, memoryCost, timeCost, parallelism } = parseArgon(text);
  const isTooDear =
    memoryCost > MAX_COST.memoryCost || timeCost > MAX_COST.timeCost || parallelism > MAX_COST.parallelism;
  if (isTooDear) return undefined;
  const isOld = algorithm !== ARGON2ID || version !== VERSION_13;
  return { kind: 'argon2', isWeak: isOld || memoryCost < own.memoryCost || timeCost < own.timeCost };
}

/** Each hash takes 19 MiB and a core: more at once than cores would only be a lever for a flood. */
const PARALLEL = availableParallelism();

let running = 0;
const waiting: (() => void)[] = [];

async function limitConcurrency<Value>(work: () => Promise<Value>): Promise<Value> {
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

export function hashPassword(password: string, cost = HASH_COST): Promise<string> {
  return limitConcurrency(() => hash(password, cost));
}

/** Whether it is the password that a hash was made of. `broken`: it is no hash that anybody could sign in with. */
export async function verifyPassword(
  stored: string,
  password: string,
): Promise<'right' | 'wrong' | 'broken'> {
  const read = readStoredHash(stored);
  if (!read) return 'broken';
  try {
    const isRight = await limitConcurrency(() =>
      read.kind === 'bcrypt' ? verifyBcrypt(password, stored) : verify(stored, password),
    );
    return isRight ? 'right' : 'wrong';
  } catch {
    // Its parameters can be read, the hash itself cannot.
    return 'broken';
  }
}

const FILLER = 'nobody has this password';

let argonFiller: Promise<string> | undefined;

/** Salt and digest of a bcrypt hash that no password has. */
const BCRYPT_FILLER = '.'.repeat(53);

/**
 * Takes the time that verifying a hash of the other kinds would have taken, so that every failed attempt takes as long,
 * whatever is stored for the e-mail, or nothing. `costliestBcrypt` is the dearest that somebody of this firm still has.
 */
export async function equalizeTiming(
  verified: StoredHash | undefined,
  password: string,
  costliestBcrypt: number | undefined,
) {
  if (verified?.kind !== 'argon2') {
    argonFiller ??= hashPassword(FILLER);
    const filler = await argonFiller;
    await limitConcurrency(() => verify(filler, password));
  }
  const bcryptSpent = verified?.kind === 'bcrypt' ? verified.cost : 0;
  if (costliestBcrypt === undefined || costliestBcrypt <= bcryptSpent) return;
  const cost = String(costliestBcrypt).padStart(2, '0');
  await limitConcurrency(() => verifyBcrypt(password, `$2b$${cost}$${BCRYPT_FILLER}`));
}
