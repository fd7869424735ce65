import { gzipSync } from 'node:zlib';
import type { Receipt } from '#contract/warehouse.ts';
import type { Runs } from './figures.ts';
import type { Warehouse } from './warehouse-document.ts';

type Line = Receipt['nomenclature'][number];

/** What is saved: the lines after it. */
const SAVES: Readonly<Record<string, (lines: readonly Line[]) => Line[]>> = {
  'nothing changed': lines => [...lines],
  'one line changed': lines => lines.map((line, at) => (at === 1_000 ? oneMore(line) : line)),
  'all lines changed': lines => lines.map(oneMore),
  // What was last comes first: every line has another place.
  'all lines moved': lines => [...lines.slice(-1), ...lines.slice(0, -1)],
  'all lines new': lines => lines.map(line => ({ ...line, id: null })),
};

/** Reads the receipt and saves it in each way by HTTP, in turns; how large it is on its way is returned in words. */
export async function measureSaves(warehouse: Warehouse, runs: Runs, repeats: number): Promise<string[]> {
  const { id, read, save } = warehouse;
  const sizes = new Map<string, string>();
  // The first round meets queries that nobody has prepared.
  for (let run = -1; run < repeats; run += 1) {
    const { receipt, text, ms } = await read(id);
    sizes.set('GET', `GET: ${sizeOf(text)}`);
    if (run >= 0) runs.add('GET, ms', ms);
    let before = receipt;
    for (const [what, edit] of Object.entries(SAVES)) {
      const saved = await save({ ...before, nomenclature: edit(before.nomenclature) });
      before = saved.receipt;
      sizes.set(what, `PUT, ${what}: ${sizeOf(saved.sent)}`);
      if (run >= 0) runs.add(`PUT, ${what}, ms`, saved.ms);
    }
  }
  return [...sizes.values()];
}

/** Each save has something to do. */
function oneMore(line: Line): Line {
  return { ...line, count: line.count + 1 };
}

function sizeOf(text: string): string {
  return `${Buffer.byteLength(text)} bytes, ${gzipSync(text).length} by gzip`;
}
