import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../database.ts';
import { type Digest, type Part, startDigest } from './copy.ts';
import { fixTextFormats, readRows, readSequences, readTables, textRows } from './tables.ts';

/** Longer than any pause of whoever takes the copy; a copy that nobody takes any more must not last for ever. */
const TIMEOUT = '1h';

/** All reading inside sees the same moment, whoever writes meanwhile. */
export function inSnapshot<Value>(db: Db, work: (tx: Tx) => Promise<Value>): Promise<Value> {
  return db.transaction(
    async tx => {
      await allowLongTransaction(tx);
      return work(tx);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** The app's own limits are for what a user waits for. */
export async function allowLongTransaction(tx: Tx): Promise<void> {
  await tx.execute(sql.raw(`set local statement_timeout = '${TIMEOUT}'`));
  await tx.execute(sql.raw(`set local idle_in_transaction_session_timeout = '${TIMEOUT}'`));
  await fixTextFormats(tx);
}

/** Everything in the database, as it stood when the snapshot was taken. `done` hears of each table that is through. */
export async function* readCopy(
  tx: Tx,
  secret: string | null,
  now: Date,
  done?: (table: string, digest: Digest) => void,
): AsyncGenerator<Part> {
  const tables = await readTables(tx);
  const migrations = await readTexts(tx, sql`select name as value from migrations order by name`);
  const [from = ''] = await readTexts(tx, sql`select version() as value`);
  yield { kind: 'header', header: { at: now.toISOString(), from, migrations, tables } };
  for (const table of tables) {
    const digest = startDigest();
    for await (const lines of readRows(tx, table)) {
      lines.forEach(digest.add);
      yield { kind: 'rows', table: table.name, lines };
    }
    yield { kind: 'table end', table: table.name, digest: digest.result() };
    done?.(table.name, digest.result());
  }
  // Last: a sequence is outside every snapshot, and must not stand before an id that is in the rows.
  yield { kind: 'sequences', sequences: await readSequences(tx) };
  yield { kind: 'secret', secret };
  yield { kind: 'end' };
}

async function readTexts(tx: Tx, query: SQL): Promise<string[]> {
  return (await textRows<'value'>(tx, query)).map(({ value }) => value ?? '');
}

/** What each table holds now. */
export async function readDigests(tx: Tx): Promise<Map<string, Digest>> {
  const found = new Map<string, Digest>();
  for await (const part of readCopy(tx, null, new Date())) {
    if (part.kind === 'table end') found.set(part.table, part.digest);
  }
  return found;
}
