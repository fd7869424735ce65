import {
  basaDistrictList,
  basaWorkList,
  pointDistrictList,
  pointWorkList,
  type ReferenceItem,
} from '#contract/orders.ts';
import { DAY_MS } from '#kit/clock.ts';
import type { WallClock } from '#kit/date.ts';
import type { ReferenceRow } from '#storage/cache-db.ts';
import type { ReadContext } from '#sync/read-context.ts';

/**
 * One thing that a promoter needs in the field. `loadedAt` null: this device has never had all of it. `isOld`: it
 * has had it for more than a day.
 */
export type OfflineData = { name: OfflineDataName; count: number } & Age;
export type OfflineDataName = 'contacts' | 'districts' | 'works';
type Age = { loadedAt: WallClock | null; isOld: boolean };

/** The cached lists behind each stock; the names are those under which the lists are kept. */
const LISTS = {
  districts: Object.keys({ basaDistrictList, pointDistrictList }),
  works: Object.keys({ basaWorkList, pointWorkList }),
};

/** What of all that the field needs is on this device, and how old it is. */
export async function readReadiness(context: ReadContext): Promise<OfflineData[]> {
  const { cache } = context;
  const [contacts, book, districts, works] = await Promise.all([
    cache.contacts.count(),
    cache.marks.get('book'),
    cache.references.bulkGet(LISTS.districts),
    cache.references.bulkGet(LISTS.works),
  ]);
  return [
    { name: 'contacts', count: contacts, ...ageOf(context, book?.at ?? null) },
    dataOf(context, 'districts', districts),
    dataOf(context, 'works', works),
  ];
}

/** The lists of both order forms as one: each name once, as old as the oldest of them. */
function dataOf(
  context: ReadContext,
  name: OfflineDataName,
  rows: (ReferenceRow | undefined)[],
): OfflineData {
  const known = rows.filter(row => row !== undefined);
  const names = new Set(known.flatMap(row => namesOf(row.items)));
  const isWhole = known.length === rows.length;
  const oldest = Math.min(...known.map(row => row.refreshedAt));
  return { name, count: names.size, ...ageOf(context, isWhole ? oldest : null) };
}

function ageOf({ now, wallClock }: ReadContext, at: number | null): Age {
  if (at === null) return { loadedAt: null, isOld: false };
  return { loadedAt: wallClock(at), isOld: now() - at > DAY_MS };
}

/** What can be chosen: rows without rows below them. */
function namesOf(items: readonly ReferenceItem[]): string[] {
  return items.flatMap(({ name, children = [] }) => (children.length > 0 ? namesOf(children) : [name]));
}
