import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { Logger } from 'drizzle-orm/logger';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import type { Pool } from 'pg';
import type { OpenDatabase } from './database.ts';
import type { DiskReserve } from './disk-reserve.ts';
import { EmbeddedClient } from './embedded.ts';
import { GuardedPool, type PoolOptions } from './pool.ts';
import * as schema from './schema.ts';

/** Connections of one process, unless DATABASE_POOL says otherwise. */
export const POOL_SIZE = 10;

/** Is told every statement before it is sent. */
type WithLogger = { logger?: Logger };

/** The embedded engine in a folder that the caller has locked. Without a reserve, a full disk is the end of it. */
export async function openEmbedded(folder: string, options: FolderOptions = {}): Promise<OpenDatabase> {
  const engine = await PGlite.create({ fs: new EngineFolder(folder, options) });
  return wrapEmbedded(engine, { reserve: options.reserve });
}

/** Wraps an engine that somebody else made; closing closes it. */
export function wrapEmbedded(
  client: PGlite,
  { reserve, ...listening }: WithLogger & { reserve?: DiskReserve | undefined } = {},
): OpenDatabase {
  const own = new EmbeddedClient(client, reserve);
  // Drizzle uses `query` and `transaction` of an engine, and wants its type.
  const db = drizzlePglite({ client: own as unknown as PGlite, schema, ...listening });
  const isFull = () => reserve?.take() === false;
  return { db, engine: 'pglite', close: () => own.close(), isFull };
}

/** A pool on a real PostgreSQL. Nothing is connected before the first query. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  { logger, ...options }: Partial<PoolOptions> & WithLogger = {},
): OpenDatabase {
  const pool = new GuardedPool(url, { size: POOL_SIZE, onError, ...options });
  // Drizzle uses `query` and `connect` of a pool, knows one by the name of its class, and wants its type.
  const client = pool as unknown as Pool;
  const db = drizzlePg({ client, schema, ...(logger ? { logger } : {}) });
  return { db, engine: 'postgres', close: () => pool.end(), pool: () => pool.state };
}

/** What the folder of an engine has: room for a full disk, and whom to ask before a file is changed (Watchdog.mayWrite). */
export type FolderOptions = { reserve?: DiskReserve | undefined; mayWrite?: (() => void) | undefined };

/** How the engine writes into a file: as many of those bytes as it could. */
type Write = (stream: object, bytes: Uint8Array, offset: number, length: number, position: number) => number;
type Operation = (...args: unknown[]) => unknown;
type Module = {
  NODEFS: { stream_ops: { write: Write; setattr: Operation }; node_ops: Record<string, Operation> };
};

/** All else that changes a folder: sizes and rights, new names, other names, no names. */
const CHANGES = ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'];

/** ENOSPC and EDQUOT, as the engine numbers them. */
const NO_SPACE = new Set([51, 19]);

/**
 * The folder of an engine. Each change of a file goes through here: whoever may have lost the folder is asked first, and when a
 * write finds the disk full, the reserve is released and the write made again.
 */
class EngineFolder extends NodeFS {
  readonly #reserve: DiskReserve | undefined;
  readonly #mayWrite: () => void;

  constructor(folder: string, { reserve, mayWrite = () => undefined }: FolderOptions) {
    super(folder);
    this.#reserve = reserve;
    this.#mayWrite = mayWrite;
  }

  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const guard = ({ NODEFS: { stream_ops, node_ops } }: Module) => {
      stream_ops.write = this.#guardWrite(stream_ops.write);
      stream_ops.setattr = this.#guardChange(stream_ops.setattr);
      for (const name of CHANGES) {
        const change = node_ops[name];
        if (change) node_ops[name] = this.#guardChange(change);
      }
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [guard, ...(emscriptenOpts.preRun ?? [])] as never },
    };
  }

  #guardChange(change: Operation): Operation {
    return (...args) => {
      this.#mayWrite();
      return change(...args);
    };
  }

  #guardWrite(write: Write): Write {
    return (stream, bytes, offset, length, position) => {
      this.#mayWrite();
      const reserve = this.#reserve;
      let written = 0;
      try {
        written = write(stream, bytes, offset, length, position);
        // A disk that is nearly full takes a part, and says so only the next time.
        if (written === length || !reserve?.isHeld) return written;
      } catch (error) {
        if (!reserve?.isHeld || !NO_SPACE.has((error as { errno?: number }).errno ?? 0)) throw error;
      }
      reserve.release();
      return written + write(stream, bytes, offset + written, length - written, position + written);
    };
  }
}
