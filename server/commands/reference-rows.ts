import { and, asc, eq } from 'drizzle-orm';
import type { OrderType, ReferenceItem } from '#contract/orders.ts';
import type { Queryable } from '../db/database.ts';
import { type districts, requestStates, type works } from '../db/schema.ts';

type Row = { id: number; name: string; parent_id: number | null };

/** What can be chosen in an order form, as a tree. */
export async function readReference(
  on: Queryable,
  table: typeof districts | typeof works,
  kind: OrderType,
): Promise<ReferenceItem[]> {
  const rows = await on
    .select({ id: table.id, name: table.name, parent_id: table.parent_id })
    .from(table)
    .where(and(eq(table.kind, kind), eq(table.active, true)))
    .orderBy(asc(table.sort), asc(table.id));
  return childrenOf(null, rows);
}

function childrenOf(parent: number | null, rows: Row[]): ReferenceItem[] {
  return rows
    .filter(row => row.parent_id === parent)
    .map(({ id, name }) => {
      const children = childrenOf(id, rows);
      return children.length > 0 ? { id, name, children } : { id, name };
    });
}

/** The states an order can be in. */
export async function readStates(on: Queryable): Promise<{ id: number; name: string }[]> {
  return on
    .select({ id: requestStates.id, name: requestStates.name })
    .from(requestStates)
    .orderBy(asc(requestStates.sort));
}
