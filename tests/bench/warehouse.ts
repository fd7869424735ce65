import { loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import { getReceipt, listReceipts, type Receipt, saveReceipt } from '#contract/warehouse.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type Answer, type Ask, askAs, readAs } from './ask.ts';
import {
  collectRuns,
  type Figure,
  type Findings,
  medianOf,
  type Runs,
  ratio,
  type Verdict,
  verdict,
} from './figures.ts';
import { GAP_MS, RATES } from './probes.ts';
import type { BenchSetup } from './setup.ts';
import { measureWarehousePages, SIZES } from './warehouse-pages.ts';

/** As many lines as a delivery of a whole shop has. */
const LINES = 2_000;

const SAVES = 15;

/** A screenful, what stands beside it, and the line with the keyboard's focus. */
const DRAWN_MAX = 40;

/** Whether a receipt of 2,000 lines is opened, scrolled, edited and saved as fast as a short one. */
export async function measureWarehouse(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const [load = 0] = loadavg();
  const warehouse = await growReceipt(setup.server.origin);
  const sizes = await measureSaves(warehouse, runs, SAVES);
  const proxy = await setup.openPlainProxy();
  await measureWarehousePages(proxy, warehouse, runs, repeats).finally(proxy.goOffline);
  const figures = runs.figures();
  return {
    figures,
    verdicts: Object.keys(SIZES).flatMap(size => RATES.flatMap(rate => verdictsOf(figures, size, rate))),
    notes: [
      `${LINES} lines, the embedded engine, load ${load.toFixed(1)} at the beginning`,
      ...sizes,
      'Processor: of the page’s own thread, with the frames of the 0.7 s after it in which it rests (see “nothing”).',
      'The floor is the same lines in plain DOM: an input for each field, all of them in the document.',
      'Painted: from the key or the press until after the next frame; totals painted: until after the frame with others.',
    ],
  };
}

function verdictsOf(figures: Record<string, Figure>, size: string, rate: number): Verdict[] {
  const at = (what: string) => medianOf(figures, `app ${size} ${rate}×: ${what}`);
  const overFloor = (what: string) =>
    ratio(figures, `app ${size} ${rate}×: ${what}`, `floor ${size} ${rate}×: ${what}`);
  const overShort = (what: string) =>
    ratio(figures, `app ${size} ${rate}×: ${what}`, `short ${size} ${rate}×: ${what}`);
  const of = (what: string) => `${size} ${rate}×: ${what}`;
  return [
    verdict(of('lines drawn'), at('opened, lines drawn'), DRAWN_MAX),
    verdict(of('opened, app / plain DOM'), overFloor('opened, first line painted ms'), 1),
    verdict(of('a letter, longest gap ms'), at('a letter, longest gap ms'), GAP_MS),
    verdict(of('a letter, totals painted, app / plain DOM'), overFloor('a letter, totals painted ms'), 1),
    verdict(of('a letter, processor, 2,000 lines / a few'), overShort('a letter, processor ms'), 1.5),
    verdict(of('a letter, nodes changed, 2,000 lines / a few'), overShort('a letter, nodes changed'), 1.2),
    verdict(of('Enter, not arrived of 50'), 50 - at('Enter 50 times, arrived'), 0),
    verdict(of('scrolling, dropped frames, app / plain DOM'), overFloor('scrolling, dropped frames'), 1),
  ];
}

type Line = Receipt['nomenclature'][number];

/** What is saved: the lines after it. */
const WAYS: Readonly<Record<string, (lines: readonly Line[]) => Line[]>> = {
  'nothing changed': lines => [...lines],
  'one line changed': lines => lines.map((line, at) => (at === 1_000 ? oneMore(line) : line)),
  'all lines changed': lines => lines.map(oneMore),
  // What was last comes first: every line has another place.
  'all lines moved': lines => [...lines.slice(-1), ...lines.slice(0, -1)],
  'all lines new': lines => lines.map(line => ({ ...line, id: null })),
};

/** Reads the receipt and saves it in each way by HTTP, in turns; how large it is on its way is returned in words. */
async function measureSaves({ id, read, save }: Warehouse, runs: Runs, repeats: number): Promise<string[]> {
  const sizes = new Map<string, string>();
  // The first round meets queries that nobody has prepared.
  for (let run = -1; run < repeats; run += 1) {
    const { receipt, text, ms } = await read(id);
    sizes.set('GET', `GET: ${sizeOf(text)}`);
    if (run >= 0) runs.add('GET, ms', ms);
    let before = receipt;
    for (const [what, edit] of Object.entries(WAYS)) {
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

/** Receipts on the server, read and saved beside the page with a token of its own. */
type Warehouse = {
  read: (id: number) => Promise<Answer & { receipt: Receipt }>;
  /** Replaces the version that it was made from. */
  save: (receipt: Receipt) => Promise<Answer & { sent: string; receipt: Receipt }>;
  /** The receipt of that many lines. */
  id: number;
  /** Another one, of a few lines. */
  shortId: number;
};

/** Makes one of the demo's receipts as long as that by the call that everybody saves with. */
async function growReceipt(origin: string): Promise<Warehouse> {
  const ask = await askAs(origin, DEMO.moderator);
  const at = ({ path }: { path: string }, id: number) => path.replace(':id', String(id));
  const read = async (id: number) => {
    const answer = await ask(at(getReceipt, id));
    return { ...answer, receipt: readAs(getReceipt.reply, answer) };
  };
  const save = async (receipt: Receipt) => {
    const { version, updated_at: _, updated_by: __, ...content } = receipt;
    const init = { method: saveReceipt.method, headers: { 'If-Match': `"${version}"` } };
    const answer = await ask(at(saveReceipt, receipt.id), content, init);
    return { ...answer, sent: JSON.stringify(content), receipt: readAs(getReceipt.reply, answer) };
  };
  const { longest, short } = await findReceipts(ask, read);
  await save({ ...longest, description: '', nomenclature: linesLike(longest) });
  return { read, save, id: longest.id, shortId: short.id };
}

/** The one with the most lines, and one with no more than are in sight. */
async function findReceipts(ask: Ask, read: Warehouse['read']) {
  const { data } = readAs(listReceipts.reply, await ask(listReceipts.path));
  const all = await Promise.all(data.map(async row => (await read(row.id)).receipt));
  const [short, ...others] = all.sort((one, other) => one.nomenclature.length - other.nomenclature.length);
  const longest = others.at(-1);
  if (!short || !longest) throw new Error('The firm has no two receipts');
  return { short, longest };
}

/** The lines of the document over and over, no two alike. */
function linesLike({ nomenclature }: Receipt): Receipt['nomenclature'] {
  return Array.from({ length: LINES }, (_, at) => {
    const like = nomenclature[at % nomenclature.length];
    if (!like) throw new Error('The longest receipt has no lines');
    return {
      ...like,
      id: at < nomenclature.length ? like.id : null,
      ...{ count: 1 + ((at * 37) % 90), discount: at % 10, tax: (at >> 2) % 10 },
    };
  });
}
