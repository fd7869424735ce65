import { Duplex } from 'node:stream';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import type { Db } from '../../../db/database.ts';
import * as schema from '../../../db/schema.ts';

/** What is used of PGlite, which has no types here: it is fetched when it is needed. */
export type Pglite = { PGlite: { create: (folder: string) => Promise<Engine> } };

type Engine = {
  /** One or more whole messages of the wire protocol; the answers come in pieces of memory that is used again. */
  execProtocolRawStream: (
    messages: Uint8Array,
    options: { onRawData: (bytes: Uint8Array) => void },
  ) => Promise<void>;
  close: () => Promise<void>;
};

/** Opens PGlite's folder, and changes it: only ever a copy. The driver talks to it as to any PostgreSQL. */
export async function openPglite(
  { PGlite }: Pglite,
  folder: string,
): Promise<{ db: Db; close: () => Promise<void> }> {
  const engine = await PGlite.create(folder);
  // The driver wants the type of a socket, and uses what is below.
  const stream = () => new EngineStream(engine) as never;
  const client = new Client({ user: 'postgres', database: 'postgres', password: '', ssl: false, stream });
  await client.connect();
  return { db: drizzle({ client, schema }), close: () => engine.close() };
}

/** A connection whose other end is the engine in this process. */
class EngineStream extends Duplex {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    const messages = new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    const onRawData = (bytes: Uint8Array) => void this.push(Buffer.from(bytes));
    this.#engine.execProtocolRawStream(messages, { onRawData }).then(() => done(), done);
  }
}
