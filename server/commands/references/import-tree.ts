/** Districts or works brought in line with a file: what is new is added, what has changed is changed, nothing is deleted. */
import { eq, getTableName, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { madeAt } from '../../db/schema/columns.ts';
import type { districts, works } from '../../db/schema.ts';
import { type Imported, type Importing, inBatches } from './importing.ts';
import { clean } from './read-sheet.ts';
import type { TreeNode } from './read-tree.ts';

type Table = typeof districts | typeof works;
type Row = Pick<Table['$inferSelect'], 'id' | 'kind' | 'name' | 'parent_id' | 'sort' | 'active'>;
type Change = Pick<Row, 'id' | 'sort' | 'active'>;
type Ids = Map<TreeNode, number | undefined>;

export async function importTree(
  tx: Tx,
  table: Table,
  nodes: readonly TreeNode[],
  importing: Importing,
): Promise<Imported> {
  const { id, kind, name, parent_id, sort, active } = table;
  const rows = await tx.select({ id, kind, name, parent_id, sort, active }).from(table).orderBy(id);
  const { added, changed, missing, ids } = planFor(rows, nodes);
  const shown = missing.filter(row => row.active);
  const off = importing.deactivatesMissing ? shown : [];
  if (!importing.isDry) {
    await addNodes(tx, table, added, ids, importing);
    await changeRows(tx, table, [...changed, ...off.map(row => ({ ...row, active: false }))], importing);
  }
  return {
    added: added.length,
    changed: changed.length,
    switchedOff: off.length,
    same: nodes.length - added.length - changed.length,
    left: shown.length - off.length,
  };
}

/** `ids` are those of nodes that are there. What hangs below a new node is new itself. */
function planFor(rows: readonly Row[], nodes: readonly TreeNode[]) {
  const there = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row.kind, row.parent_id, clean(row.name));
    // Of two with one name the one that is shown goes on, the older one of them.
    if (!there.has(key) || (row.active && !there.get(key)?.active)) there.set(key, row);
  }
  const added: TreeNode[] = [];
  const changed: Change[] = [];
  const ids: Ids = new Map();
  for (const node of nodes) {
    const parentId = node.parent === null ? null : ids.get(node.parent);
    const row = parentId === undefined ? undefined : there.get(keyOf(node.kind, parentId, node.name));
    if (!row) {
      added.push(node);
      continue;
    }
    ids.set(node, row.id);
    const { sort, active } = node;
    if (row.sort !== sort || row.active !== active) changed.push({ id: row.id, sort, active });
  }
  const kept = new Set(ids.values());
  return { added, changed, missing: rows.filter(({ id }) => !kept.has(id)), ids };
}

const keyOf = (kind: string, parentId: number | null, name: string) => `${kind}|${parentId ?? ''}|${name}`;

/** All have their ids beforehand; parents are written before their children. */
async function addNodes(tx: Tx, table: Table, added: TreeNode[], ids: Ids, importing: Importing) {
  const next = sql`nextval(pg_get_serial_sequence(${getTableName(table)}, 'id'))`.mapWith(Number);
  const drawn = await tx.select({ id: next }).from(sql`generate_series(1, ${added.length}::integer)`);
  for (const [at, node] of added.entries()) ids.set(node, drawn[at]?.id);
  const idOf = (node: TreeNode) => {
    const id = ids.get(node);
    if (id === undefined) throw new Error('a reference row has no id');
    return id;
  };
  const rowOf = (node: TreeNode) => {
    const { kind, name, parent, sort, active } = node;
    const parent_id = parent && idOf(parent);
    return { id: idOf(node), kind, name, parent_id, sort, active, ...madeAt(importing.now) };
  };
  for (const depth of new Set(added.map(node => node.depth))) {
    const level = added.filter(node => node.depth === depth);
    await inBatches(level, importing, batch => tx.insert(table).values(batch.map(rowOf)));
  }
}

async function changeRows(tx: Tx, table: Table, changes: Change[], importing: Importing) {
  await inBatches(changes, importing, async batch => {
    const given = sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as given(id bigint, sort integer, active boolean)`;
    await tx
      .update(table)
      .set({ sort: sql`given.sort`, active: sql`given.active`, updated_at: importing.now })
      .from(given)
      .where(eq(table.id, sql`given.id`));
  });
}
