import { findSecret, storeSecretInDatabase, storeSecretInFolder } from '../../db/client-secret.ts';
import type { Queryable, Tx } from '../../db/database.ts';
import type { CommandContext } from './command.ts';

/** The page client's secret that phones know now; null where no server has started yet. */
export async function secretOf({ env, engine }: CommandContext, on: Queryable): Promise<string | null> {
  return env.clientSecret ?? findSecret(on, engine === 'pglite' ? env.dataDir : undefined);
}

/** Puts the secret where the server of this place will look for it, so that installed phones go on. */
export async function keepSecret(
  { env, engine, now }: Pick<CommandContext, 'env' | 'engine' | 'now'>,
  tx: Tx,
  secret: string | null,
): Promise<void> {
  if (secret === null) return;
  if (engine === 'pglite') storeSecretInFolder(env.dataDir, secret);
  else if ((await findSecret(tx, undefined)) !== secret) {
    await storeSecretInDatabase(tx, secret, new Date(now()));
  }
}
