/**
 * The embedded engine as Drizzle asks for one. Its own client has every statement read and planned anew, in six
 * conversations; here a statement is prepared once, and each later call is one conversation.
 */
import { type PGlite, parse, protocol, type QueryOptions, type Results } from '@electric-sql/pglite';
import { DiskFull } from './database-problem.ts';
import type { DiskReserve } from './disk-reserve.ts';

const { serialize, Parser, messages } = protocol;

/** A longer text is a list of rows, and seldom comes twice. */
const LONGEST_KEPT = 10_000;
const KEPT_MAX = 500;

/** Nothing counts the rows here of its own accord: a plan that was made for small tables must not get old. */
const USES_MAX = 1_000;

/** What may make a known statement mean something else. */
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i;

/** SQLSTATE of a write in a read-only transaction. */
const READ_ONLY = '25006';

type RunQuery = (text: string, params?: unknown[], options?: QueryOptions) => Promise<Results>;
type Replies = Parameters<typeof parse.parseResults>[0];

type Column = InstanceType<typeof messages.RowDescriptionMessage>['fields'][number];

/** A statement that the engine knows by its name; the nameless one only until the next. */
type Statement = { name: string; types: number[]; columns: Column[]; uses: number };

/** What Drizzle takes for the engine: one question, or one transaction, at a time. */
export class EmbeddedClient {
  readonly #engine: PGlite;
  /** Those used longest ago come first. */
  readonly #statements = new Map<string, Statement>();
  #lastNumber = 0;
  readonly #queue = createQueue();

  readonly #reserve: DiskReserve | undefined;
  #isReadOnly = false;

  constructor(engine: PGlite, reserve?: DiskReserve) {
    this.#engine = engine;
    this.#reserve = reserve;
  }

  query: RunQuery = (text, params, options) =>
    this.#queue(async () => {
      await this.#followDisk();
      const results = await this.#run(text, params, options);
      await this.#engine.syncToFs();
      return results;
    });

  /** Commits what `work` did, or rolls it back when it throws. */
  transaction<Value>(work: (tx: { query: RunQuery }) => Promise<Value>): Promise<Value> {
    return this.#queue(async () => {
      await this.#followDisk();
      let isOver = false;
      const turn = createQueue();
      const query: RunQuery = (text, params, options) =>
        turn(async () => {
          if (isOver) throw new Error('the transaction is over');
          this.#refuseWithoutReserve();
          return this.#run(text, params, options);
        });
      const end = (how: string) =>
        turn(() => {
          isOver = true;
          return this.#runSimple(how);
        });
      await this.#runSimple('begin');
      try {
        const value = await work({ query });
        if ((await end('commit')) === 'ROLLBACK') throw new Error('a failed transaction was to be committed');
        return value;
      } catch (error) {
        if (!isOver) await end('rollback');
        throw error;
      } finally {
        await this.#engine.syncToFs();
      }
    });
  }

  /** Closes the engine once it has answered all that was asked. */
  close(): Promise<void> {
    return this.#queue(() => this.#engine.close());
  }

  /** The reserve is there to end a transaction, not to go on with one of any length. */
  #refuseWithoutReserve(): void {
    if (this.#reserve && !this.#reserve.isHeld && !this.#isReadOnly) throw new DiskFull();
  }

  /** While there is no room in reserve, nothing is begun that writes: the engine refuses it with READ_ONLY. */
  async #followDisk(): Promise<void> {
    const isFull = this.#reserve?.take() === false;
    if (isFull === this.#isReadOnly) return;
    await this.#runSimple(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`);
    this.#isReadOnly = isFull;
  }

  async #run(text: string, params: unknown[] = [], options?: QueryOptions): Promise<Results> {
    const { name: statement, types, columns } = await this.#prepare(text);
    const values = params.map((value, at) => this.#serialize(value, types[at] ?? 0));
    const parts = [serialize.bind({ statement, values }), serialize.execute({}), serialize.sync()];
    const replies = await this.#exchange(parts);
    if (CHANGES_TABLES.test(text)) await this.#forgetStatements();
    return this.#readResults(columns, replies, options);
  }

  #readResults(columns: Column[], replies: Replies, { parsers, rowMode }: QueryOptions = {}): Results {
    const fields = columns.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
    const read = columns.map(({ dataTypeID: type }) => {
      const reader = parsers?.[type] ?? this.#engine.parsers[type];
      return (text: string | null) => (text === null || !reader ? text : reader(text, type));
    });
    const rows: Results['rows'] = [];
    let affectedRows = 0;
    for (const reply of replies) {
      if (reply instanceof messages.CommandCompleteMessage) affectedRows = countChangedRows(reply.text);
      if (!(reply instanceof messages.DataRowMessage)) continue;
      const values = reply.fields.map((text, at) => read[at]?.(text));
      const named = () => Object.fromEntries(fields.map(({ name }, at) => [name, values[at]]));
      rows.push(rowMode === 'array' ? values : named());
    }
    return { rows, fields, affectedRows };
  }

  #serialize(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const serializer = this.#engine.serializers[type];
    return serializer ? serializer(value) : String(value);
  }

  async #prepare(text: string): Promise<Statement> {
    const known = this.#statements.get(text);
    if (known) {
      this.#statements.delete(text);
      if (++known.uses < USES_MAX) {
        this.#statements.set(text, known);
        return known;
      }
      await this.#close(known);
    }
    const isKept = text.length <= LONGEST_KEPT;
    const name = isKept ? `s${++this.#lastNumber}` : '';
    const parts = [
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ];
    const replies = await this.#exchange(parts);
    const described = replies.find(reply => reply instanceof messages.RowDescriptionMessage);
    const columns = described?.fields ?? [];
    const statement = { name, types: parse.parseDescribeStatementResults(replies), columns, uses: 0 };
    if (isKept) await this.#remember(text, statement);
    return statement;
  }

  async #remember(text: string, statement: Statement): Promise<void> {
    this.#statements.set(text, statement);
    const [[oldest, unused] = []] = this.#statements;
    if (this.#statements.size <= KEPT_MAX || oldest === undefined || !unused) return;
    this.#statements.delete(oldest);
    await this.#close(unused);
  }

  async #close({ name }: Statement): Promise<void> {
    await this.#exchange([serialize.close({ type: 'S', name }), serialize.sync()]);
  }

  async #forgetStatements(): Promise<void> {
    this.#statements.clear();
    await this.#runSimple('deallocate all');
  }

  /** What the engine says that it did. */
  async #runSimple(text: string): Promise<string | undefined> {
    const replies = await this.#exchange([serialize.query(text)]);
    return replies.find(reply => reply instanceof messages.CommandCompleteMessage)?.text;
  }

  /** Streamed, because of what is not, the engine keeps every reply for ever. */
  async #exchange(parts: readonly Uint8Array[]): Promise<Replies> {
    if (this.#engine.closed) throw new Error('the engine is closed');
    const replies: Replies = [];
    const parser = new Parser();
    // A piece of the engine's own memory, which is used again: what outlives the call must be a copy.
    const onRawData = (bytes: Uint8Array) => parser.parse(bytes.slice(), reply => replies.push(reply));
    await this.#engine.execProtocolRawStream(Buffer.concat(parts), { syncToFs: false, onRawData });
    const failed = replies.find(reply => reply instanceof messages.DatabaseError);
    if (failed) throw this.#isReadOnly && failed.code === READ_ONLY ? new DiskFull(failed) : failed;
    return replies;
  }
}

/** Who asks later begins when those before have ended, in whatever way. */
function createQueue(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** How many rows a command changed, by what the engine says of it: `INSERT 0 2`, `UPDATE 3`, `SELECT 7`. */
function countChangedRows(commandTag: string): number {
  return Number(/^(?:insert|update|delete|merge)\b.* (\d+)$/i.exec(commandTag)?.[1] ?? 0);
}
