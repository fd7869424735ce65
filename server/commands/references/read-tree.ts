/** Districts or works of a file as a tree, every node with where it hangs and its place among its neighbours. */
import type { OrderType } from '#contract/orders.ts';
import type { Faults } from './faults.ts';
import type { SheetRow } from './read-sheet.ts';

/** How names of a path are joined; a slash without spaces is a part of a name. */
const JOINT = /(?:^| )\/(?= |$)/;
const DEPTH_MAX = 8;
const NAME_MAX = 255;
const SORT_MAX = 1_000_000_000;

/** One place in the tree. `parent` comes before it in the list. */
export type TreeNode = {
  kind: OrderType;
  name: string;
  parent: TreeNode | null;
  depth: number;
  sort: number;
  active: boolean;
  /** Where the file has it; none for what only a path names. */
  line?: number;
};

const KINDS: Readonly<Record<string, OrderType>> = {
  basa: 'basa',
  линия: 'basa',
  point: 'point',
  мастерские: 'point',
  мастерская: 'point',
};

const YES_NO: Readonly<Record<string, boolean>> = {
  '': true,
  да: true,
  '1': true,
  yes: true,
  true: true,
  нет: false,
  '0': false,
  no: false,
  false: false,
};

type Entry = NonNullable<ReturnType<typeof readEntry>>;

/** Reads the rows; parents stand before their children. A path makes the nodes above that have no row of their own. */
export function readTree(rows: readonly SheetRow[], faults: Faults): TreeNode[] {
  const entries = rows.flatMap(row => readEntry(row, faults) ?? []);
  const byName = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry.kind, entry.names.slice(-1));
    const group = byName.get(key) ?? [];
    group.push(entry);
    byName.set(key, group);
  }
  const tree = growTree();
  for (const entry of entries) {
    const path = pathOf(entry, byName);
    if (typeof path === 'string') faults.add(entry.line, path);
    else tree.put(entry, path, faults);
  }
  return tree.nodes();
}

function readEntry({ line, cell }: SheetRow, faults: Faults) {
  const kind = readWord(KINDS, cell('kind'));
  const active = readWord(YES_NO, cell('active'));
  const sort = cell('sort');
  const names = readPath(cell('name'));
  const refuse = (fault: string) => {
    faults.add(line, fault);
    return undefined;
  };
  if (kind === undefined)
    return refuse(`вид «${cell('kind')}» не известен: basa (линия) или point (мастерские)`);
  if (names.some(name => name === '')) return refuse('пустое название');
  if (names.some(name => [...name].length > NAME_MAX)) return refuse(`название длиннее ${NAME_MAX} знаков`);
  if (active === undefined) return refuse(`действует «${cell('active')}»: да или нет`);
  if (sort !== '' && !(/^\d{1,10}$/.test(sort) && Number(sort) <= SORT_MAX)) {
    return refuse(`порядок «${sort}»: целое число от 0`);
  }
  return { line, kind, names, parent: cell('parent'), sort: sort === '' ? undefined : Number(sort), active };
}

const readPath = (text: string) => text.split(JOINT).map(name => name.trim());

function readWord<Value>(words: Readonly<Record<string, Value>>, text: string): Value | undefined {
  const word = text.toLowerCase();
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

/** All names from the top down to the entry's own, or what is wrong with where it is to hang. */
function pathOf(entry: Entry, byName: ReadonlyMap<string, Entry[]>): string[] | string {
  const path = [...entry.names];
  const passed = new Set([entry]);
  for (let current = entry; current.parent !== ''; ) {
    const above = readPath(current.parent);
    if (above.includes('')) return `родитель «${current.parent}»: пустое название`;
    // A path leads from the top; a single name is that of a row, which may hang somewhere itself.
    if (above.length > 1) {
      path.unshift(...above);
      break;
    }
    const found = byName.get(keyOf(entry.kind, above)) ?? [];
    const [next] = found;
    if (!next) return `родителя «${current.parent}» нет среди строк того же вида`;
    if (found.length > 1) return `родителей «${current.parent}» несколько: напишите весь путь через « / »`;
    if (passed.has(next)) return `родители образуют круг: «${current.parent}»`;
    passed.add(next);
    path.unshift(...next.names);
    if (path.length > DEPTH_MAX) break;
    current = next;
  }
  return path.length > DEPTH_MAX ? `глубже ${DEPTH_MAX} уровней` : path;
}

const keyOf = (kind: OrderType, names: readonly string[]) => [kind, ...names].join('\0');

function growTree() {
  const known = new Map<string, TreeNode>();
  const childrenOf = new Map<TreeNode | OrderType, number>();
  /** The node at a path, made with those above it where they are not there yet. */
  const reach = (kind: OrderType, path: readonly string[]): TreeNode => {
    const key = keyOf(kind, path);
    const there = known.get(key);
    if (there) return there;
    const parent = path.length > 1 ? reach(kind, path.slice(0, -1)) : null;
    const sort = childrenOf.get(parent ?? kind) ?? 0;
    childrenOf.set(parent ?? kind, sort + 1);
    const made = { kind, name: path.at(-1) ?? '', parent, depth: path.length, sort, active: true };
    known.set(key, made);
    return made;
  };
  return {
    put: ({ line, kind, sort, active }: Entry, path: readonly string[], faults: Faults) => {
      const node = reach(kind, path);
      if (node.line !== undefined) return faults.add(line, `повторяет строку ${node.line}`);
      Object.assign(node, { line, active, sort: sort ?? node.sort });
    },
    /** By depth: nobody is shown whose parent is not. */
    nodes: () => {
      const all = [...known.values()].sort((a, b) => a.depth - b.depth);
      for (const node of all) node.active &&= node.parent?.active ?? true;
      return all;
    },
  };
}
