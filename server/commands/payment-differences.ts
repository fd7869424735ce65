/** What is to be paid now, beside what a user has seen. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { requests } from '../db/schema.ts';
import type { OwedRow } from './payment-rows.ts';

/** In kopecks; `wasKop` is null where it is new, `nowKop` where it is gone. */
export type Difference = {
  id: number;
  fullcode: string;
  /** Where it stands now. */
  reportId: number | null;
  wasKop: number | null;
  nowKop: number | null;
};

type Seen = { promoterId: number; listed: ReadonlyMap<number, number> };

/** Each request that is new, gone, or has another share. A request of another promoter is left out. */
export async function differencesOf(
  on: Queryable,
  { promoterId, listed }: Seen,
  owed: readonly OwedRow[],
): Promise<Difference[]> {
  const now = new Set(owed.map(({ id }) => id));
  const goneIds = [...listed.keys()].filter(id => !now.has(id));
  const gone = goneIds.length > 0 ? await readCodes(on, promoterId, goneIds) : [];
  const found = owed.map(({ id, fullcode, reportId, percentKop }) => ({
    ...{ id, fullcode, reportId },
    wasKop: listed.get(id) ?? null,
    nowKop: percentKop ?? 0,
  }));
  return [
    ...gone.map(each => ({ ...each, wasKop: listed.get(each.id) ?? null, nowKop: null })),
    ...found.filter(({ wasKop, nowKop }) => wasKop !== nowKop),
  ];
}

function readCodes(on: Queryable, promoterId: number, ids: readonly number[]) {
  const { id, fullcode, report_id: reportId } = requests;
  return on
    .select({ id, fullcode, reportId })
    .from(requests)
    .where(and(eq(requests.promoter_id, promoterId), inArray(id, [...ids])))
    .orderBy(id);
}
