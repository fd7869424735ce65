import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db, Queryable, Tx } from './database.ts';
import { madeAt } from './schema/columns.ts';
import { settings } from './schema.ts';
import { transact } from './transaction.ts';

const KEY = 'client_secret';

/** The page client's secret, made at the first start. Of several processes the first to write it decides for all. */
export async function keptSecret(db: Db, now: number): Promise<string> {
  const made = { key: KEY, value: randomBytes(30).toString('base64url'), ...madeAt(now) };
  await transact(db, tx => tx.insert(settings).values(made).onConflictDoNothing());
  const secret = await findSecret(db);
  if (secret === null) throw new Error('the client secret is not in the settings');
  return secret;
}

/** The secret that is there already; null where no server has started yet. */
export async function findSecret(on: Queryable): Promise<string | null> {
  const [row] = await on.select().from(settings).where(eq(settings.key, KEY));
  return typeof row?.value === 'string' ? row.value : null;
}

/** Gives a database the secret of the firm that comes there. */
export async function storeSecret(tx: Tx, secret: string, now: Date): Promise<void> {
  await tx
    .insert(settings)
    .values({ key: KEY, value: secret, ...madeAt(now) })
    .onConflictDoUpdate({ target: settings.key, set: { value: secret, updated_at: now } });
}
