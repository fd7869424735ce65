import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/database.ts';
import { madeAt } from '../../db/schema/columns.ts';
import { searchTitleOf } from '../../db/schema/warehouse.ts';
import { districts, nomenclature, settings, warehouses, works } from '../../db/schema.ts';
import { transact } from '../../db/transaction.ts';
import { type Act, audit } from '../act.ts';
import type { Sheet } from './columns.ts';
import { collectFaults } from './faults.ts';
import { importTree } from './import-tree.ts';
import { type Imported, type Importing, inBatches } from './importing.ts';
import { clean, readSheet } from './read-sheet.ts';
import { readThings, readTitles, type Thing } from './read-things.ts';
import { readTree } from './read-tree.ts';
import { readBytes } from './table-lines.ts';

type Apply = (tx: Tx, importing: Importing) => Promise<Imported>;

/** What is to be imported, read and found right. `rows` counts the lines of the file. */
export type ReadFile = { sheet: Sheet; rows: number; sample: string[]; apply: Apply };

/** Some names, for whoever looks whether the file was read in the right encoding. */
const SAMPLE = 3;

/** Reads a whole file, or of a spreadsheet one sheet; throws BadSheet with everything that is wrong with it. */
export async function readReferences(
  sheet: Sheet,
  input: AsyncIterable<Uint8Array>,
  name?: string,
): Promise<ReadFile> {
  const faults = collectFaults();
  const rows = await readSheet(sheet, { bytes: await readBytes(input), name }, faults);
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
export function importReferences(db: Db, act: Act, { sheet, apply }: ReadFile, importing: Importing) {
  return transact(db, async tx => {
    if (importing.isDry) return apply(tx, importing);
    await waitForOthers(tx, sheet, importing.now);
    const done = await apply(tx, importing);
    const { added, changed, switchedOff } = done;
    if (added + changed + switchedOff > 0) {
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
    .values({ key: `import:${sheet}`, value: now.toISOString(), ...madeAt(now) })
    .onConflictDoUpdate({ target: settings.key, set: { value: now.toISOString(), updated_at: now } });
}

/** Adds the warehouses that are not there yet: their title is all there is of them. */
async function importWarehouses(tx: Tx, titles: readonly string[], importing: Importing): Promise<Imported> {
  const rows = await tx.select({ title: warehouses.title }).from(warehouses);
  const there = new Set(rows.map(({ title }) => clean(title)));
  const added = titles.filter(title => !there.has(title));
  if (!importing.isDry) {
    const times = madeAt(importing.now);
    await inBatches(added, importing, batch =>
      tx.insert(warehouses).values(batch.map(title => ({ title, ...times }))),
    );
  }
  const same = titles.length - added.length;
  return { added: added.length, changed: 0, switchedOff: 0, same, left: there.size - same };
}

/** Adds what is new and changes units and prices of what is there. A thing is known by its title. */
async function importNomenclature(tx: Tx, things: readonly Thing[], importing: Importing): Promise<Imported> {
  const { id, title, unit, price_kop, search_title } = nomenclature;
  const rows = await tx
    .select({ id, title, unit, price: price_kop, searchTitle: search_title })
    .from(nomenclature)
    .orderBy(nomenclature.id);
  // Of several with one title the first goes on.
  const there = new Map(rows.toReversed().map(row => [clean(row.title), row]));
  const added = things.filter(thing => !there.has(thing.title));
  const changed = things.flatMap(thing => {
    const row = there.get(thing.title);
    const isSame = row && row.unit === thing.unit && row.price === thing.price;
    if (!row || (isSame && row.searchTitle === searchTitleOf(thing.title))) return [];
    return [{ id: row.id, ...columnsOf(thing) }];
  });
  if (!importing.isDry) {
    const times = madeAt(importing.now);
    await inBatches(added, importing, batch => {
      const made = batch.map(thing => ({ title: thing.title, ...columnsOf(thing), ...times }));
      return tx.insert(nomenclature).values(made);
    });
    await changeThings(tx, changed, importing);
  }
  const same = things.length - added.length - changed.length;
  const left = there.size - (things.length - added.length);
  return { added: added.length, changed: changed.length, switchedOff: 0, same, left };
}

function columnsOf({ title, unit, price }: Thing) {
  return { unit, price_kop: price, search_title: searchTitleOf(title) };
}

type Change = { id: number } & ReturnType<typeof columnsOf>;

async function changeThings(tx: Tx, changes: Change[], importing: Importing): Promise<void> {
  await inBatches(changes, importing, async batch => {
    const given = sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
      as given(id bigint, unit text, price_kop bigint, search_title text)`;
    await tx
      .update(nomenclature)
      .set({
        unit: sql`given.unit`,
        price_kop: sql`given.price_kop`,
        search_title: sql`given.search_title`,
        updated_at: importing.now,
      })
      .from(given)
      .where(eq(nomenclature.id, sql`given.id`));
  });
}
