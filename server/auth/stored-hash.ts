/** What the database keeps of a password: argon2id of our own, or what a firm has brought along (Laravel's). */
import { parseOptions as parseArgon } from '@node-rs/argon2';
import { parseOptions as parseBcrypt } from '@node-rs/bcrypt';
import type { HashCost } from '../db/deps.ts';

/** OWASP's minimum for argon2id, the library's default algorithm. */
export const HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** bcrypt looks at so many bytes and at no more; so does Laravel. */
export const BCRYPT_BYTES = 72;

/** Every attempt to sign in costs so much at most: with more a hash is a lever, not a protection. */
const COSTLIEST = { bcryptCost: 14, memoryCost: 262_144, timeCost: 16, parallelism: 16 };

/** Values of the library's const enums, which cannot be imported. */
const ARGON2ID = 2;
const VERSION_13 = 1;

/** Which algorithm made a hash, and whether it is as dear as ours. */
export type StoredHash = { kind: 'argon2'; isWeak: boolean } | { kind: 'bcrypt'; cost: number };

/** Undefined for what nobody can sign in with: cut off, of another algorithm, or too dear to verify. */
export function readStoredHash(text: string, own: HashCost = HASH_COST): StoredHash | undefined {
  try {
    if (/^\$2[aby]\$/.test(text)) return readBcrypt(text);
    return /^\$argon2(?:id|i)\$/.test(text) ? readArgon(text, own) : undefined;
  } catch {
    // Either parser throws what it cannot read.
    return undefined;
  }
}

function readBcrypt(text: string): StoredHash | undefined {
  const { cost } = parseBcrypt(text);
  return cost <= COSTLIEST.bcryptCost ? { kind: 'bcrypt', cost } : undefined;
}

function readArgon(text: string, own: HashCost): StoredHash | undefined {
  const { algorithm, version, memoryCost, timeCost, parallelism } = parseArgon(text);
  const isTooDear =
    memoryCost > COSTLIEST.memoryCost || timeCost > COSTLIEST.timeCost || parallelism > COSTLIEST.parallelism;
  if (isTooDear) return undefined;
  const isOld = algorithm !== ARGON2ID || version !== VERSION_13;
  return { kind: 'argon2', isWeak: isOld || memoryCost < own.memoryCost || timeCost < own.timeCost };
}
