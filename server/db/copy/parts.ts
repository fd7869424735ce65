import type { Sequence, Table } from './catalogue.ts';
import type { Digest } from './digest.ts';

/** What stands at the beginning of a copy. */
export type Header = {
  /** When it was read. */
  at: string;
  /** Which engine it was read from, and its version, for people. */
  from: string;
  /** The state of the tables: every migration that had been applied. */
  migrations: string[];
  tables: Table[];
};

/** A copy of all data, part by part, in this order: of each table its rows, then its end; a table may have no rows. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'rows'; table: string; lines: string[] }
  | { kind: 'table end'; table: string; digest: Digest }
  | { kind: 'sequences'; sequences: Sequence[] }
  /** The page client's secret: without it no installed phone could go on. Null where none was made yet. */
  | { kind: 'secret'; secret: string | null }
  | { kind: 'end' };
