import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { searchTitleOf } from '../../db/schema/warehouse.ts';
import { nomenclature, warehouses } from '../../db/schema.ts';
import { type Imported, type Importing, inBatches } from './importing.ts';
import { clean } from './read-sheet.ts';
import type { Thing } from './read-things.ts';

/** Adds the warehouses that are not there yet: their title is all there is of them. */
export async function importWarehouses(
  tx: Tx,
  titles: readonly string[],
  importing: Importing,
): Promise<Imported> {
  const rows = await tx.select({ title: warehouses.title }).from(warehouses);
  const there = new Set(rows.map(({ title }) => clean(title)));
  const added = titles.filter(title => !there.has(title));
  const times = { created_at: importing.now, updated_at: importing.now };
  if (!importing.isDry) {
    await inBatches(added, importing, async batch => {
      await tx.insert(warehouses).values(batch.map(title => ({ title, ...times })));
    });
  }
  const same = titles.length - added.length;
  return { added: added.length, changed: 0, switchedOff: 0, same, left: there.size - same };
}

/** Adds what is new and changes units and prices of what is there. A thing is known by its title. */
export async function importNomenclature(
  tx: Tx,
  things: readonly Thing[],
  importing: Importing,
): Promise<Imported> {
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
    const times = { created_at: importing.now, updated_at: importing.now };
    await inBatches(added, importing, async batch => {
      const made = batch.map(thing => ({ title: thing.title, ...columnsOf(thing), ...times }));
      await tx.insert(nomenclature).values(made);
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

async function changeThings(
  tx: Tx,
  changes: ({ id: number } & ReturnType<typeof columnsOf>)[],
  importing: Importing,
): Promise<void> {
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
