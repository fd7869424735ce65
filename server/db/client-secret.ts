import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Db } from './database.ts';
import { settings } from './schema.ts';

const KEY = 'client_secret';

const newSecret = () => randomBytes(30).toString('base64url');

/** The page client's secret of an embedded installation: made at the first start, beside the data. */
export function secretInFolder(folder: string): string {
  const file = join(folder, 'secret.key');
  if (!existsSync(file)) writeFileSync(file, newSecret(), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** The same where several processes share one database: the first to write it decides for all. */
export async function secretInDatabase(db: Db, now: number): Promise<string> {
  const times = { created_at: new Date(now), updated_at: new Date(now) };
  await db
    .insert(settings)
    .values({ key: KEY, value: newSecret(), ...times })
    .onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.key, KEY));
  if (typeof row?.value !== 'string') throw new Error('the client secret is not in the settings');
  return row.value;
}
