import type { ReferenceItem } from '#contract/orders.ts';
import { basaDistrictList, basaWorkList, pointDistrictList, pointWorkList } from '#contract/orders.ts';
import type { WallClock } from '#kit/date.ts';
import type { CacheDb, ReferenceRow } from '#storage/cache-db.ts';

export type ReadinessContext = { cache: CacheDb; wallClock: (instantMs: number) => WallClock };

/** One thing that a promoter needs in the field. `loadedAt` null: this device has never had all of it. */
export type Stock = { name: 'contacts' | 'districts' | 'works'; count: number; loadedAt: WallClock | null };

/** The cached lists behind each stock; the names are those under which the lists are kept. */
const LISTS = {
  districts: Object.keys({ basaDistrictList, pointDistrictList }),
  works: Object.keys({ basaWorkList, pointWorkList }),
};

/** What of all that the field needs is on this device, and how old it is. */
export async function readReadiness({ cache, wallClock }: ReadinessContext): Promise<Stock[]> {
  const [contacts, book, districts, works] = await Promise.all([
    cache.contacts.count(),
    cache.marks.get('book'),
    cache.references.bulkGet(LISTS.districts),
    cache.references.bulkGet(LISTS.works),
  ]);
  return [
    { name: 'contacts', count: contacts, loadedAt: book ? wallClock(book.at) : null },
    stockOf('districts', districts, wallClock),
    stockOf('works', works, wallClock),
  ];
}

/** The lists of both order forms as one: each name once, as old as the oldest of them. */
function stockOf(
  name: Stock['name'],
  rows: (ReferenceRow | undefined)[],
  wallClock: ReadinessContext['wallClock'],
): Stock {
  const known = rows.filter(row => row !== undefined);
  const names = new Set(known.flatMap(row => namesOf(row.items)));
  const isWhole = known.length === rows.length;
  const oldest = Math.min(...known.map(row => row.refreshedAt));
  return { name, count: names.size, loadedAt: isWhole ? wallClock(oldest) : null };
}

/** What can be chosen: rows without rows below them. */
function namesOf(items: readonly ReferenceItem[]): string[] {
  return items.flatMap(({ name, children = [] }) => (children.length > 0 ? namesOf(children) : [name]));
}
