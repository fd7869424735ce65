import { loadavg } from 'node:os';
import { getReceipt, listReceipts, type Receipt, saveReceipt } from '#contract/warehouse.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { askAs, readAs } from './ask.ts';
import {
  collectRuns,
  type Figure,
  type Findings,
  medianOf,
  ratio,
  type Verdict,
  verdict,
} from './figures.ts';
import { GAP_MS, RATES } from './probes.ts';
import type { BenchSetup } from './setup.ts';
import { measureWarehousePages, SIZES } from './warehouse-pages.ts';

/** As many lines as a delivery of a whole shop has. */
const LINES = 2_000;

/** A screenful, what stands beside it, and the line with the keyboard's focus. */
const DRAWN_MAX = 40;

/** Whether a receipt of 2,000 lines is opened, scrolled and typed in as fast as a short one. */
export async function measureWarehouse(setup: BenchSetup, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const [load = 0] = loadavg();
  const warehouse = await growReceipt(setup.server.origin);
  const proxy = await setup.openProxy();
  await measureWarehousePages(proxy, warehouse, runs, repeats).finally(proxy.close);
  const figures = runs.figures();
  return {
    figures,
    verdicts: Object.keys(SIZES).flatMap(size => RATES.flatMap(rate => verdictsOf(figures, size, rate))),
    notes: [
      `${LINES} lines, load ${load.toFixed(1)} at the beginning`,
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

/** Makes one of the demo's receipts as long as that by the call that everybody saves with; and one of a few lines. */
async function growReceipt(origin: string): Promise<{ id: number; shortId: number }> {
  const ask = await askAs(origin, DEMO.moderator);
  const at = ({ path }: { path: string }, id: number) => path.replace(':id', String(id));
  const { data } = readAs(listReceipts.reply, await ask(listReceipts.path));
  const all = await Promise.all(
    data.map(async ({ id }) => readAs(getReceipt.reply, await ask(at(getReceipt, id)))),
  );
  const [short, ...others] = all.sort((one, other) => one.nomenclature.length - other.nomenclature.length);
  const longest = others.at(-1);
  if (!short || !longest) throw new Error('The firm has no two receipts');
  const { version, updated_at: _, updated_by: __, ...content } = longest;
  const grown = { ...content, description: '', nomenclature: linesLike(longest) };
  const init = { method: saveReceipt.method, headers: { 'If-Match': `"${version}"` } };
  await ask(at(saveReceipt, longest.id), grown, init);
  return { id: longest.id, shortId: short.id };
}

/** The lines of the document over and over, no two alike. */
function linesLike({ nomenclature }: Receipt): Receipt['nomenclature'] {
  return Array.from({ length: LINES }, (_, at) => {
    const like = nomenclature[at % nomenclature.length];
    if (!like) throw new Error('The longest receipt has no lines');
    return {
      ...like,
      id: at < nomenclature.length ? like.id : null,
      count: 1 + ((at * 37) % 90),
      discount: at % 10,
      tax: (at >> 2) % 10,
    };
  });
}
