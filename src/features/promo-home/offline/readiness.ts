import {
  basaDistrictList,
  basaWorkList,
  pointDistrictList,
  pointWorkList,
  type ReferenceItem,
} from '#contract/orders.ts';
import { DAY_MS } from '#kit/clock.ts';
import type { ReferenceRow } from '#storage/cache-db.ts';
import type { ReadContext } from '#sync/read-context.ts';

/** The cached lists behind each stock; the names are those under which the lists are kept. */
const LISTS = {
  districts: Object.keys({ basaDistrictList, pointDistrictList }),
  works: Object.keys({ basaWorkList, pointWorkList }),
};

/** One thing that a promoter needs in the field. */
export type OfflineData = Awaited<ReturnType<typeof readReadiness>>[number];

/** What of all that the field needs is on this device, and how old it is. */
export async function readReadiness(context: ReadContext) {
  const { cache } = context;
  const [contacts, book, districts, works] = await Promise.all([
    cache.contacts.count(),
    cache.marks.get('book'),
    cache.references.bulkGet(LISTS.districts),
    cache.references.bulkGet(LISTS.works),
  ]);
  return [
    { name: 'contacts' as const, count: contacts, ...ageOf(context, book?.at ?? null) },
    { name: 'districts' as const, ...countAndAge(context, districts) },
    { name: 'works' as const, ...countAndAge(context, works) },
  ];
}

/** The lists of both order forms as one: each name once, as old as the oldest of them. */
function countAndAge(context: ReadContext, rows: (ReferenceRow | undefined)[]) {
  const known = rows.filter(row => row !== undefined);
  const names = new Set(known.flatMap(row => namesOf(row.items)));
  const isWhole = known.length === rows.length;
  const oldest = Math.min(...known.map(row => row.refreshedAt));
  return { count: names.size, ...ageOf(context, isWhole ? oldest : null) };
}

/** `loadedAt` null: this device has never had all of it. `isOld`: it has had it for more than a day. */
function ageOf({ now, wallClock }: ReadContext, at: number | null) {
  return { loadedAt: at === null ? null : wallClock(at), isOld: at !== null && now() - at > DAY_MS };
}

/** What can be chosen: rows without rows below them. */
function namesOf(items: readonly ReferenceItem[]): string[] {
  return items.flatMap(({ name, children = [] }) => (children.length > 0 ? namesOf(children) : [name]));
}
