import type { Tx } from '../database.ts';
import { districts, works } from '../schema.ts';
import { DISTRICTS, WORKS } from './words.ts';

/** Ids that an order may name: the ends of the tree, by kind. */
export type Leaves = Record<'basa' | 'point', number[]>;

export async function seedReferences(tx: Tx, now: Date): Promise<{ districts: Leaves; works: Leaves }> {
  return {
    districts: await seedTree(tx, districts, DISTRICTS, now),
    works: await seedTree(tx, works, WORKS, now),
  };
}

async function seedTree(
  tx: Tx,
  table: typeof districts | typeof works,
  tree: typeof DISTRICTS,
  now: Date,
): Promise<Leaves> {
  const leaves: Leaves = { basa: [], point: [] };
  const insert = async (kind: 'basa' | 'point', names: readonly string[], parent_id: number | null) => {
    const rows = names.map((name, sort) => ({
      kind,
      name,
      parent_id,
      sort,
      active: true,
      created_at: now,
      updated_at: now,
    }));
    return (await tx.insert(table).values(rows).returning({ id: table.id })).map(row => row.id);
  };
  for (const kind of ['basa', 'point'] as const) {
    const branches = tree[kind];
    const ids = await insert(
      kind,
      branches.map(branch => branch.name),
      null,
    );
    for (const [at, { children }] of branches.entries()) {
      const id = ids[at];
      if (id === undefined) throw new Error('a seeded branch has no id');
      leaves[kind].push(...(children ? await insert(kind, children, id) : [id]));
    }
  }
  return leaves;
}
