import { and, asc, eq } from 'drizzle-orm';
import type { OrderType, ReferenceItem } from '#contract/orders.ts';
import type { Queryable } from '../db/database.ts';
import { type districts, requestStates, type works } from '../db/schema.ts';

type Row = { id: number; name: string; parent_id: number | null };

/** What can be chosen in an order form, as a tree. */
export async function readReference(on: Queryable, table: typeof districts | typeof works, kind: OrderType) {
  const rows = await on
    .select({ id: table.id, name: table.name, parent_id: table.parent_id })
    .from(table)
    .where(and(eq(table.kind, kind), eq(table.active, true)))
    .orderBy(asc(table.sort), asc(table.id));
  return treeOf(rows);
}

/** In one pass: a firm may bring along tens of thousands of rows. */
function treeOf(rows: readonly Row[]) {
  const below = new Map<number | null, Row[]>();
  for (const row of rows) {
    const siblings = below.get(row.parent_id) ?? [];
    siblings.push(row);
    below.set(row.parent_id, siblings);
  }
  const childrenOf = (parent: number | null): ReferenceItem[] =>
    (below.get(parent) ?? []).map(({ id, name }) => {
      const children = childrenOf(id);
      return children.length > 0 ? { id, name, children } : { id, name };
    });
  return childrenOf(null);
}

export async function readStates(on: Queryable) {
  return on
    .select({ id: requestStates.id, name: requestStates.name })
    .from(requestStates)
    .orderBy(asc(requestStates.sort));
}
