import { createHash } from 'node:crypto';

const MODULUS = 1n << 256n;

/** How many rows a table has, and a sum over what is in them. */
export type Digest = { rows: number; sha256: string };

/**
 * Counts rows and adds up their sha256, each taken as a number. The order of the rows makes no difference: two databases
 * sort texts differently, and their copies are still the same.
 */
export function startDigest() {
  let rows = 0;
  let sum = 0n;
  return {
    add: (line: string) => {
      rows += 1;
      sum = (sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % MODULUS;
    },
    result: (): Digest => ({ rows, sha256: sum.toString(16).padStart(64, '0') }),
  };
}

/** Whether two tables hold the same rows. */
export function isSame(one: Digest, other: Digest | undefined): boolean {
  return one.rows === other?.rows && one.sha256 === other.sha256;
}
