/** Folders that this engine must not start on, or must not begin anew beside. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a folder holds. PostgreSQL and PGlite write the same PG_VERSION. */
export type MadeBy = 'none' | 'pglite' | 'postgres';

/** PostgreSQL's own mark of how it writes floating-point numbers, in the middle of global/pg_control: 1234567.0. */
const FLOAT_FORMAT = Buffer.from('0000000087d63241', 'hex');
/** float8ByVal stands behind it and eight numbers of four bytes (`pg_control.h`, since PostgreSQL 13). */
const BY_VALUE_AT = FLOAT_FORMAT.length + 8 * 4;

/**
 * PGlite is a PostgreSQL of 32 bits, so a float8 does not fit into a Datum, and it has no postmaster, which would have written
 * postmaster.opts at its first start.
 */
export function clusterIn(folder: string): MadeBy {
  if (!existsSync(join(folder, 'PG_VERSION'))) return 'none';
  return isByValue(folder) || existsSync(join(folder, 'postmaster.opts')) ? 'postgres' : 'pglite';
}

function isByValue(folder: string): boolean {
  const file = join(folder, 'global', 'pg_control');
  if (!existsSync(file)) return false;
  const control = readFileSync(file);
  const at = control.indexOf(FLOAT_FORMAT);
  return at > 0 && control[at + BY_VALUE_AT] === 1;
}

export type FormerKind =
  /** DATA_DIR/db of the versions whose engine was PGlite, and nothing of ours yet. */
  | 'pglite'
  /** The engine's place holds what PGlite made. */
  | 'pglite in the place'
  /** DATA_DIR is no folder of data but a database itself. */
  | 'pglite itself'
  | 'cluster itself'
  /** Made by another major version, or by a PostgreSQL that was built otherwise. */
  | 'other major'
  | 'other build';

/** The engine does not start on this folder. */
export class FormerFolder extends Error {
  readonly kind: FormerKind;
  readonly folder: string;
  /** The major version that made it, where that is known. */
  readonly version: string;

  constructor(kind: FormerKind, folder: string, version = '') {
    super(`${kind}: ${folder}`);
    this.kind = kind;
    this.folder = folder;
    this.version = version;
  }
}

/** Where PGlite's folder is. */
export const pgliteIn = (dataDir: string) => join(dataDir, 'db');
/** The folder of our PostgreSQL. */
export const engineFolder = (dataDir: string) => join(dataDir, 'postgres');

/** Throws FormerFolder where the engine must not be opened in a data folder. `major`: of the PostgreSQL that would run. */
export function refuseFormer(dataDir: string, major: number): void {
  const place = engineFolder(dataDir);
  const present = clusterIn(place);
  if (present === 'none') refuseBegin(dataDir);
  if (present === 'pglite') throw new FormerFolder('pglite in the place', place);
  if (present === 'postgres') refuseOtherMajor(place, major);
}

/** The same where nothing of ours is there yet. */
export function refuseBegin(dataDir: string): void {
  const itself = clusterIn(dataDir);
  if (itself !== 'none')
    throw new FormerFolder(itself === 'pglite' ? 'pglite itself' : 'cluster itself', dataDir);
  const folder = pgliteIn(dataDir);
  if (clusterIn(folder) === 'pglite') throw new FormerFolder('pglite', folder);
}

function refuseOtherMajor(place: string, major: number): void {
  const version = readFileSync(join(place, 'PG_VERSION'), 'utf8').trim();
  if (version !== String(major)) throw new FormerFolder('other major', place, version);
}

/** By what PostgreSQL said last when it did not start; undefined where the folder is not the reason. */
export function formerFrom(lastWord: string, folder: string): FormerFolder | undefined {
  const isOther = lastWord.includes('database files are incompatible with server');
  return isOther ? new FormerFolder('other build', folder) : undefined;
}
