/** Districts or works brought in line with a file: what is new is added, what has changed is changed, nothing is deleted. */
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { districts, works } from '../../db/schema.ts';
import { type Imported, type Importing, inBatches } from './importing.ts';
import { clean } from './read-sheet.ts';
import type { TreeNode } from './read-tree.ts';

type Table = typeof districts | typeof works;
type Row = {
  id: number;
  kind: string;
  name: string;
  parent_id: number | null;
  sort: number;
  active: boolean;
};
type Change = { id: number; sort: number; active: boolean };

type Plan = {
  /** By depth, so that parents are added before their children. */
  added: TreeNode[];
  changed: Change[];
  missing: Row[];
  /** The ids of nodes that are there; those of added ones follow. */
  ids: Map<TreeNode, number>;
};

/** Does it all, in the caller's transaction. */
export async function importTree(
  tx: Tx,
  table: Table,
  nodes: readonly TreeNode[],
  importing: Importing,
): Promise<Imported> {
  const plan = planFor(await readRows(tx, table), nodes);
  const off = plan.missing.filter(({ active }) => active && importing.deactivatesMissing);
  if (!importing.isDry) {
    await addNodes(tx, table, plan, importing);
    const gone = off.map(({ id, sort }) => ({ id, sort, active: false }));
    await changeRows(tx, table, [...plan.changed, ...gone], importing);
  }
  return {
    added: plan.added.length,
    changed: plan.changed.length,
    switchedOff: off.length,
    same: nodes.length - plan.added.length - plan.changed.length,
    left: plan.missing.filter(({ active }) => active).length - off.length,
  };
}

function readRows(tx: Tx, table: Table): Promise<Row[]> {
  const { id, kind, name, parent_id, sort, active } = table;
  return tx.select({ id, kind, name, parent_id, sort, active }).from(table).orderBy(table.id);
}

/** What hangs below a new node is new itself. */
function planFor(rows: readonly Row[], nodes: readonly TreeNode[]): Plan {
  const there = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row.kind, row.parent_id, clean(row.name));
    // Of two with one name the one that is shown goes on, the older one of them.
    if (!there.has(key) || (row.active && !there.get(key)?.active)) there.set(key, row);
  }
  const plan: Plan = { added: [], changed: [], missing: [], ids: new Map() };
  const kept = new Set<number>();
  for (const node of nodes) {
    const parentId = node.parent === null ? null : plan.ids.get(node.parent);
    const row = parentId === undefined ? undefined : there.get(keyOf(node.kind, parentId, node.name));
    if (!row) {
      plan.added.push(node);
      continue;
    }
    plan.ids.set(node, row.id);
    kept.add(row.id);
    const { sort, active } = node;
    if (row.sort !== sort || row.active !== active) plan.changed.push({ id: row.id, sort, active });
  }
  plan.missing = rows.filter(({ id }) => !kept.has(id));
  return plan;
}

const keyOf = (kind: string, parentId: number | null, name: string) => `${kind}|${parentId ?? ''}|${name}`;

async function addNodes(tx: Tx, table: Table, { added, ids }: Plan, importing: Importing): Promise<void> {
  const times = { created_at: importing.now, updated_at: importing.now };
  const depths = new Set(added.map(({ depth }) => depth));
  for (const depth of depths) {
    const level = added.filter(node => node.depth === depth);
    await inBatches(level, importing, async batch => {
      const parentOf = ({ parent }: TreeNode) => (parent === null ? null : idOf(ids, parent));
      const rows = batch.map(node => {
        const { kind, name, sort, active } = node;
        return { kind, name, parent_id: parentOf(node), sort, active, ...times };
      });
      const { id, kind, name, parent_id } = table;
      const made = await tx.insert(table).values(rows).returning({ id, kind, name, parent_id });
      const byKey = new Map(made.map(row => [keyOf(row.kind, row.parent_id, row.name), row.id]));
      for (const node of batch) {
        const madeId = byKey.get(keyOf(node.kind, parentOf(node), node.name));
        if (madeId === undefined) throw new Error('a reference row was not made');
        ids.set(node, madeId);
      }
    });
  }
}

function idOf(ids: ReadonlyMap<TreeNode, number>, node: TreeNode): number {
  const id = ids.get(node);
  if (id === undefined) throw new Error('a child came before its parent');
  return id;
}

async function changeRows(tx: Tx, table: Table, changes: Change[], importing: Importing): Promise<void> {
  await inBatches(changes, importing, async batch => {
    const given = sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given(id bigint, sort integer, active boolean)`;
    await tx
      .update(table)
      .set({ sort: sql`given.sort`, active: sql`given.active`, updated_at: importing.now })
      .from(given)
      .where(eq(table.id, sql`given.id`));
  });
}
