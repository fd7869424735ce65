/**
 * A pool that lives through what happens to a database: it is away, restarted, full, cut off, or silent. Whatever breaks a
 * connection fails the queries on it with DatabaseAway and costs that connection alone; the next query gets another one.
 */
import {
  type ClientBase,
  DatabaseError,
  Pool,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
} from 'pg';
import { DatabaseAway, sqlState } from './database-problem.ts';

/** Whoever waits longer for a connection, new or used, is better told to come again. */
const CONNECT_MS = 5_000;

/** The server ends a statement after ten seconds: where no word has come by now, none will. */
const SILENCE_MS = 12_000;

/** The most that a timer takes. */
const UNLIMITED = { query_timeout: 2 ** 31 - 1 };

/** Below what firewalls forget, above the pauses of a busy day. */
const IDLE_MS = 60_000;

/** Now and then a new connection: it asks anew where the name of the database points to. */
const LIFETIME_S = 1_800;

const KEEP_ALIVE_MS = 10_000;

/** Timeouts of every session; a longer wait for a lock is answered 409 (Idempotency-Key), never a hanging phone. */
const SESSION = {
  statement_timeout: '10s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '5s',
  timezone: 'UTC',
};

/** A demoted or not yet promoted server: the name may point to another one by now. */
const READ_ONLY = '25006';

export type PoolState = { total: number; idle: number; waiting: number };

export type PoolOptions = {
  size: number;
  onError: (error: Error) => void;
  /** Puts everything into one schema of a shared database. */
  searchPath?: string | undefined;
  /** When a server that says nothing is given up. */
  silenceMs?: number | undefined;
};

type Client = { query: Ask; release: () => void };
type Ask = (config: QueryConfig | string, values?: unknown[]) => Promise<QueryResult>;

const lostClients = new WeakSet<ClientBase>();

/** What drizzle takes for a pool, by this name. */
export class GuardedPool {
  readonly #pool: Pool;

  constructor(url: string, { size, onError, searchPath, silenceMs = SILENCE_MS }: PoolOptions) {
    this.#pool = new Pool({
      connectionString: url,
      max: size,
      application_name: 'promo-field',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: silenceMs,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LIFETIME_S,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      onConnect: client => {
        // From its first moment on: the pool tells of it only after the settings, and it may be lost by then.
        client.on('end', () => lostClients.add(client));
        client.on('error', error => {
          lostClients.add(client);
          onError(error);
        });
        // By statements and not by options of the start, which PgBouncer refuses.
        return client.query(sessionSettings(searchPath));
      },
    });
    // Told once by the connection itself; unheard, either event would end the process.
    this.#pool.on('error', () => undefined);
  }

  get state(): PoolState {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  async connect(): Promise<Client> {
    try {
      return guardClient(await this.#pool.connect());
    } catch (error) {
      // A server that answers says why; everything else is a connection that could not be made.
      throw error instanceof DatabaseError ? error : new DatabaseAway(error, { wasAsked: false });
    }
  }

  async query(config: QueryConfig | string, values?: unknown[]): Promise<QueryResult> {
    const client = await this.connect();
    try {
      return await client.query(config, values);
    } finally {
      client.release();
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

function sessionSettings(searchPath: string | undefined): QueryConfig & { query_timeout: number } {
  const settings = { ...SESSION, ...(searchPath ? { search_path: searchPath } : {}) };
  const text = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`);
  return { text: text.join('; '), query_timeout: CONNECT_MS };
}

/** A connection until it is given back. One that broke is given back at once, and never used again. */
function guardClient(client: PoolClient): Client {
  let isBroken = false;
  let isReleased = false;
  let hasOwnTimeout = false;

  const release = () => {
    if (isReleased) return;
    isReleased = true;
    client.release(isBroken);
  };

  const failed = (error: unknown): unknown => {
    const isLost = lostClients.has(client) || isReadTimeout(error) || isFatal(error);
    isBroken ||= isLost || sqlState(error) === READ_ONLY;
    // Drizzle does not give back a connection on which it could not even begin.
    if (isBroken) release();
    return isLost ? new DatabaseAway(error, { wasAsked: true }) : error;
  };

  const query: Ask = async (config, values) => {
    const asked = typeof config === 'string' ? { text: config } : config;
    const { text } = asked;
    // Lost while nothing ran on it: this is not sent any more.
    if (lostClients.has(client)) {
      isBroken = true;
      release();
    }
    if (isBroken) return afterBreak(text);
    // Who asks the server for more time (migrations, copies) gets it here too.
    hasOwnTimeout ||= /^set (local )?statement_timeout\b/i.test(text);
    try {
      const result: QueryResult = await client.query(
        hasOwnTimeout ? { ...asked, ...UNLIMITED } : asked,
        values,
      );
      if (text === 'commit' && result.command === 'ROLLBACK')
        throw new Error('a failed transaction was to be committed');
      return result;
    } catch (error) {
      throw failed(error);
    }
  };

  return { query, release };
}

/** The server has rolled it back by itself, so that what broke it may be told. */
function afterBreak(text: string): QueryResult {
  if (text === 'rollback') return { command: 'ROLLBACK', rowCount: null, oid: 0, fields: [], rows: [] };
  throw new DatabaseAway(new Error('the connection broke before'), { wasAsked: false });
}

function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** The last that a server says over a connection. */
function isFatal(error: unknown): boolean {
  return error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');
}
