import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Sequence, Table } from './tables.ts';

export const Header = v.object({
  /** When it was read. */
  at: v.string(),
  /** Which engine it was read from, and its version, for people. */
  from: v.string(),
  /** The state of the tables: every migration that had been applied. */
  migrations: v.array(v.string()),
  tables: v.array(Table),
});
export type Header = v.InferOutput<typeof Header>;

/** How many rows a table has, and a sum over what is in them. */
export const Digest = v.object({ rows: v.number(), sha256: v.string() });
export type Digest = v.InferOutput<typeof Digest>;

/** A copy of all data, part by part, in this order: of each table its rows, then its end; a table may have no rows. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'rows'; table: string; lines: string[] }
  | { kind: 'table end'; table: string; digest: Digest }
  | { kind: 'sequences'; sequences: Sequence[] }
  /** The page client's secret: without it no installed phone could go on. Null where none was made yet. */
  | { kind: 'secret'; secret: string | null }
  | { kind: 'end' };

const MODULUS = 1n << 256n;

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

export function isSame(one: Digest, other: Digest | undefined): boolean {
  return one.rows === other?.rows && one.sha256 === other.sha256;
}

/** Why a copy cannot be taken, or cannot be put where it was meant to go. */
export type CopyProblem =
  /** No copy of ours at all. */
  | 'foreign'
  /** It ends too early. */
  | 'cut off'
  /** Something in it is not what was written. */
  | 'damaged'
  /** Written by a newer program: its form, or its state of the tables. */
  | 'newer format'
  | 'newer schema'
  /** The place holds a firm already, or tables of somebody else. */
  | 'used'
  | 'foreign tables'
  /** What was written reads back otherwise. */
  | 'not the same';

/** A copy was refused; nothing of it stays. `detail` names the table or the migration. */
export class BadCopy extends Error {
  readonly problem: CopyProblem;
  readonly detail: string;

  constructor(problem: CopyProblem, detail = '', cause?: unknown) {
    super(`${problem}: ${detail}`, { cause });
    this.problem = problem;
    this.detail = detail;
  }
}
