import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db, Queryable, Tx } from './database.ts';
import { madeAt } from './schema/columns.ts';
import { settings } from './schema.ts';
import { transact } from './transaction.ts';

const KEY = 'client_secret';
const FILE = 'secret.key';

const newSecret = () => randomBytes(30).toString('base64url');

/** The page client's secret of an embedded installation: made at the first start, beside the data, for its owner alone. */
export function secretInFolder(folder: string): string {
  const known = readFolder(folder);
  if (known) {
    // Copied from elsewhere, or by hand, it may have come with wider rights.
    chmodSync(join(folder, FILE), 0o600);
    return known;
  }
  const secret = newSecret();
  storeSecretInFolder(folder, secret);
  return secret;
}

/** The same where several processes share one database: the first to write it decides for all. */
export async function secretInDatabase(db: Db, now: number): Promise<string> {
  const made = { key: KEY, value: newSecret(), ...madeAt(now) };
  await transact(db, tx => tx.insert(settings).values(made).onConflictDoNothing());
  const secret = await readSettings(db);
  if (secret === null) throw new Error('the client secret is not in the settings');
  return secret;
}

/** The secret that is there already, in a folder or else in the database; null where no server has started yet. */
export async function findSecret(on: Queryable, folder: string | undefined): Promise<string | null> {
  return folder === undefined ? readSettings(on) : readFolder(folder);
}

function readFolder(folder: string): string | null {
  const file = join(folder, FILE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

async function readSettings(on: Queryable): Promise<string | null> {
  const [row] = await on.select().from(settings).where(eq(settings.key, KEY));
  return typeof row?.value === 'string' ? row.value : null;
}

/** Gives a folder its secret, whole or not at all: a start that is killed, or a full disk, must not leave half of one. */
export function storeSecretInFolder(folder: string, secret: string): void {
  const part = join(folder, `${FILE}.part`);
  rmSync(part, { force: true });
  writeFileSync(part, secret, { mode: 0o600 });
  renameSync(part, join(folder, FILE));
}

/** Gives a database the secret of the firm that comes there. */
export async function storeSecretInDatabase(tx: Tx, secret: string, now: Date): Promise<void> {
  await tx
    .insert(settings)
    .values({ key: KEY, value: secret, ...madeAt(now) })
    .onConflictDoUpdate({ target: settings.key, set: { value: secret, updated_at: now } });
}
