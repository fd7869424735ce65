import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Not by new URL: in a test with a page around it, that is an address of the page.
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

/** What a migration does to programs that are older than it: nothing, nothing (rows in batches), or ends them. */
type Kind = 'expand' | 'backfill' | 'contract';

/** One migration: its name and its statements. Our SQL has no function bodies, so a semicolon ends a statement. */
export type Migration = { name: string; kind: Kind; statements: string[] };

/** Every migration of a folder in order. */
export function readMigrations(folder = FOLDER): Migration[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.sql'));
  return names.sort().map(name => migrationOf(name, readFileSync(join(folder, name), 'utf8')));
}

/** A file as a migration. */
export function migrationOf(name: string, text: string): Migration {
  return { name, kind: kindOf(name), statements: splitSql(text) };
}

function kindOf(name: string): Kind {
  if (name.endsWith('.backfill.sql')) return 'backfill';
  return name.endsWith('_contract.sql') ? 'contract' : 'expand';
}

function splitSql(text: string): string[] {
  const statements = text.split(/;\s*(?:\n|$)/).map(statement => statement.trim());
  return statements.filter(statement => statement !== '');
}
