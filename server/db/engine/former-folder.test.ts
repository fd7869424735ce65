import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainStart } from '../../cli/announce.ts';
import { clusterIn, FormerFolder, formerFrom, refuseFormer } from './former-folder.ts';

const MAJOR = 18;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'promo-former-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The middle of the pg_control of PGlite 0.5.16, from its alignment to float8ByVal, which is 1 where a Datum has 64 bits. */
const PGLITE_CONTROL =
  '08000000' +
  '0000000087d63241' +
  '00200000' +
  '00000200' +
  '00200000' +
  '00000001' +
  '40000000' +
  '20000000' +
  'cc070000' +
  '00080000' +
  '00000000';

/** What an engine has left in a folder. */
function put(folder: string, control: string | undefined, version = '18', ...files: string[]): string {
  mkdirSync(join(folder, 'global'), { recursive: true });
  writeFileSync(join(folder, 'PG_VERSION'), `${version}\n`);
  for (const name of files) writeFileSync(join(folder, name), '');
  if (control !== undefined) {
    const start = Buffer.alloc(200);
    writeFileSync(join(folder, 'global', 'pg_control'), Buffer.concat([start, Buffer.from(control, 'hex')]));
  }
  return folder;
}

const postgres = (folder: string, version?: string) =>
  put(folder, PGLITE_CONTROL.replace(/00000000$/, '01000000'), version);
const pglite = (folder: string) => put(folder, PGLITE_CONTROL);

describe('a folder is told apart by its own mark: PG_VERSION says 18 in both', () => {
  it.each([
    ['none', () => join(dataDir, 'missing')],
    ['none', () => dataDir],
    ['pglite', () => pglite(dataDir)],
    ['postgres', () => postgres(dataDir)],
    // A PostgreSQL of 32 bits has a postmaster, which PGlite has not.
    ['postgres', () => put(dataDir, PGLITE_CONTROL, '18', 'postmaster.opts')],
    // Damaged: nothing may be begun beside it either.
    ['pglite', () => put(dataDir, undefined)],
  ] as const)('%s', (kind, make) => {
    expect(clusterIn(make())).toBe(kind);
  });
});

describe('the engine is opened on no folder that it would harm', () => {
  const refused = (make: (folder: string) => unknown, under = '') => {
    make(join(dataDir, under));
    try {
      refuseFormer(dataDir, MAJOR);
    } catch (error) {
      if (!(error instanceof FormerFolder)) throw error;
      return { kind: error.kind, line: explainStart(error, undefined) ?? '' };
    }
    return undefined;
  };

  it('is opened in a new folder, in its own, and in its own beside the one that was imported', () => {
    expect(refused(() => undefined)).toBeUndefined();
    expect(refused(postgres, 'postgres')).toBeUndefined();
    expect(refused(pglite, 'db')).toBeUndefined();
  });

  it.each([
    ['PGlite’s', pglite, 'db', 'pglite', 'import-pglite'],
    ['PGlite’s, renamed', pglite, 'postgres', 'pglite in the place', 'Переименуйте папку'],
    ['PGlite’s, named by DATA_DIR', pglite, '', 'pglite itself', 'DATA_DIR — папка над ней'],
    ['of a PostgreSQL, named by DATA_DIR', postgres, '', 'cluster itself', 'DATABASE_URL'],
    [
      'of an older major',
      (folder: string) => postgres(folder, '17'),
      'postgres',
      'other major',
      'POSTGRES_BIN=<папка программ PostgreSQL 17>',
    ],
  ] as const)('not on one that is %s', (_, make, under, kind, way) => {
    expect(refused(make, under)).toEqual({ kind, line: expect.stringContaining(way) });
  });
});

it('tells a folder of another build by what PostgreSQL says of it', () => {
  const said = formerFrom('database files are incompatible with server', dataDir);
  expect(explainStart(said, undefined)).toContain('создана другой сборкой PostgreSQL');
  expect(formerFrom('could not create shared memory segment', dataDir)).toBeUndefined();
});
