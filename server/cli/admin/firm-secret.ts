import { findSecret, storeSecret } from '../../db/client-secret.ts';
import type { Queryable, Tx } from '../../db/database.ts';
import type { CommandContext } from './command.ts';

/** The page client's secret that phones know now; null where no server has started yet. */
export async function secretOf({ env }: CommandContext, on: Queryable): Promise<string | null> {
  return env.clientSecret ?? findSecret(on);
}

/** Puts the secret where the server will look for it, so that installed phones go on. */
export async function keepSecret(
  { now }: Pick<CommandContext, 'now'>,
  tx: Tx,
  secret: string | null,
): Promise<void> {
  if (secret === null || (await findSecret(tx)) === secret) return;
  await storeSecret(tx, secret, new Date(now()));
}
