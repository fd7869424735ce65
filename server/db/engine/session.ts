/** One connection per process that shares an engine: the engine counts them, and the process notices a crash when it ends. */
import { Client } from 'pg';
import { SECOND_MS } from '#kit/clock.ts';
import { sqlState } from '../database-problem.ts';

/** Names it among the sessions of the engine. */
const NAME = 'promo-field: engine';

/** SQLSTATE while it starts, recovers or shuts down. */
const NOT_YET = '57P03';

/** There is no socket, or nothing listens on it. */
const NOTHING = new Set(['ENOENT', 'ECONNREFUSED']);

/** Longer than a busy machine takes to answer. A suspended engine counts as busy, not as gone. */
const ANSWER_MAX_MS = 10 * SECOND_MS;

/** A connection to a listening engine; `busy`: it is there and takes none now; `gone`: nothing listens. */
export async function tryConnect(url: string): Promise<Client | 'busy' | 'gone'> {
  const session = new Client({
    connectionString: url,
    application_name: NAME,
    connectionTimeoutMillis: ANSWER_MAX_MS,
  });
  // What breaks it later is told by its end.
  session.on('error', () => undefined);
  try {
    await session.connect();
    return session;
  } catch (error) {
    const state = sqlState(error) ?? '';
    if (NOTHING.has(state)) return 'gone';
    // Without a code: it hung up, or said nothing for so long. A backlog that is full is EAGAIN.
    if (state === NOT_YET || state === '' || state === 'EAGAIN' || state === 'ECONNRESET') return 'busy';
    throw error;
  }
}

/** How many other processes session the engine. */
export async function countOthers(session: Client): Promise<number> {
  const { rows } = await session.query(
    'select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [NAME],
  );
  return rows[0]?.others ?? 0;
}
