import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { textRows } from '../copy/tables.ts';
import { migrate } from '../migrate.ts';
import { openPostgres } from '../open.ts';
import { startScratch } from './scratch.ts';

/** The collation of every text in every index; where it is the database's own, that. */
const OF_INDEXES = sql`
  select distinct case when k.collprovider = 'd' then d.datlocprovider else k.collprovider end::text as provider,
    case when k.collprovider = 'd' then d.datcollate else k.collcollate end as locale
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(i.indcollation::oid[]) as used (oid) join pg_collation k on k.oid = used.oid
    join pg_database d on d.datname = current_database()
  where n.nspname = current_schema()`;

it('orders no index by ICU or by a language: another version of either would find rows no more', async () => {
  const scratch = await startScratch();
  const { db, close } = openPostgres(scratch.url, () => undefined);
  try {
    await migrate(db);
    const found = await textRows<'provider' | 'locale'>(db, OF_INDEXES);
    expect(found).not.toEqual([]);
    for (const { provider, locale } of found) {
      expect(provider).toMatch(/^[bc]$/);
      expect(locale).toMatch(/^C(\.UTF-?8)?$/i);
    }
  } finally {
    await close();
    await scratch.stop();
  }
});
