import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { districts, settings, works } from '../../db/schema.ts';
import { transact } from '../../db/transaction.ts';
import { type Act, audit } from '../act.ts';
import type { Sheet } from './columns.ts';
import { collectFaults } from './faults.ts';
import { importNomenclature, importWarehouses } from './import-things.ts';
import { importTree } from './import-tree.ts';
import type { Imported, Importing } from './importing.ts';
import { readSheet, readText } from './read-sheet.ts';
import { readThings, readTitles } from './read-things.ts';
import { readTree } from './read-tree.ts';

type Apply = (tx: Tx, importing: Importing) => Promise<Imported>;

/** What is to be imported, read and found right. `rows` counts the lines of the file. */
export type ReadFile = { sheet: Sheet; rows: number; sample: string[]; apply: Apply };

/** Some names, for whoever looks whether the file was read in the right encoding. */
const SAMPLE = 3;

/** Reads a whole file; throws BadSheet with everything that is wrong with it. */
export async function readReferences(sheet: Sheet, input: AsyncIterable<Uint8Array>): Promise<ReadFile> {
  const faults = collectFaults();
  const rows = await readSheet(sheet, await readText(input), faults);
  const { names, apply } = prepare();
  faults.raise();
  return { sheet, rows: rows.length, sample: names.slice(0, SAMPLE), apply };

  function prepare(): { names: string[]; apply: Apply } {
    if (sheet === 'warehouses') {
      const names = readTitles(rows, faults);
      return { names, apply: (tx, importing) => importWarehouses(tx, names, importing) };
    }
    if (sheet === 'nomenclature') {
      const things = readThings(rows, faults);
      const names = things.map(({ title }) => title);
      return { names, apply: (tx, importing) => importNomenclature(tx, things, importing) };
    }
    const nodes = readTree(rows, faults);
    const table = sheet === 'districts' ? districts : works;
    const apply: Apply = (tx, importing) => importTree(tx, table, nodes, importing);
    return { names: nodes.map(({ name }) => name), apply };
  }
}

/** Brings a list in line with a file, all of it or nothing. */
export function importReferences(
  db: Db,
  act: Act,
  { sheet, apply }: ReadFile,
  importing: Importing,
): Promise<Imported> {
  return transact(db, async tx => {
    if (importing.isDry) return apply(tx, importing);
    await waitForOthers(tx, sheet, importing.now);
    const done = await apply(tx, importing);
    if (done.added + done.changed + done.switchedOff > 0) {
      const { added, changed, switchedOff } = done;
      const after = { added, changed, switched_off: switchedOff };
      await audit(tx, act, { action: 'import', entity: sheet, entityId: null, after });
    }
    return done;
  });
}

/** Two imports of one list at once would each add what the other has added: a row of the settings is their turnstile. */
async function waitForOthers(tx: Tx, sheet: Sheet, now: Date): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '60s'`);
  await tx.execute(sql`set local statement_timeout = '60s'`);
  await tx
    .insert(settings)
    .values({ key: `import:${sheet}`, value: now.toISOString(), created_at: now, updated_at: now })
    .onConflictDoUpdate({ target: settings.key, set: { value: now.toISOString(), updated_at: now } });
}
