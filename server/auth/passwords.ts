import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id, the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

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

export function hashPassword(password: string): Promise<string> {
  return takingTurns(() => hash(password, COST));
}

let dummy: Promise<string> | undefined;

/** Without a hash (unknown e-mail) a dummy is verified, so that the answer takes as long. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (stored !== undefined) return takingTurns(() => verify(stored, password));
  dummy ??= hashPassword('nobody has this password');
  const filler = await dummy;
  await takingTurns(() => verify(filler, password));
  return false;
}
