/** The drivers of both engines, as bare as they come, but for statements that are prepared once. */
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import pg from 'pg';
import { EmbeddedClient } from '#server/db/embedded.ts';
import { POOL_SIZE } from '#server/db/open.ts';
import type { Statement } from './statements.ts';

type Ask = <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

export type FloorDatabase = { ask: Ask; close: () => Promise<void> };

export function openFloorDatabase(url: string | undefined, folder: string): Promise<FloorDatabase> {
  return url === undefined ? openEmbeddedFloor(folder) : openPostgresFloor(url);
}

/**
 * Not pipelined, although four shared connections answered 1.3 to 1.5 times as many: what waits there for a lock or takes long
 * holds up everybody behind it, and no server for users may do that.
 */
async function openPostgresFloor(connectionString: string): Promise<FloorDatabase> {
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE });
  return {
    // Each row as its own statement names it.
    ask: async (statement, values) => (await pool.query({ ...statement, values: [...values] })).rows,
    close: () => pool.end(),
  };
}

/** With the server's own client of that engine: the engine's would plan each statement anew. */
async function openEmbeddedFloor(folder: string): Promise<FloorDatabase> {
  const client = new EmbeddedClient(await PGlite.create({ fs: new NodeFS(`${folder}/db`) }));
  return {
    // Each row as its own statement names it.
    ask: async <Row extends object>({ text }: Statement, values: readonly unknown[]) =>
      (await client.query(text, [...values])).rows as Row[],
    close: () => client.close(),
  };
}
