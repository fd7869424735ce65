import { loadavg } from 'node:os';
import { type BenchStage, RATES } from './bench-stage.ts';
import { collectRuns, type Figure, type Findings, ratio, type Verdict, verdict } from './figures.ts';
import { measureSaves } from './warehouse-answers.ts';
import { growReceipt, LINES } from './warehouse-document.ts';
import { measureWarehousePages, SIZES } from './warehouse-pages.ts';

const SAVES = 15;

/** One frame of a screen that draws sixty a second, and how much later one may come. */
const GAP_MS = 16.7 * 1.5;

/** A screenful, what stands beside it, and the line with the keyboard's focus. */
const DRAWN_MAX = 40;

/** Whether a receipt of 2,000 lines is opened, scrolled, edited and saved as fast as a short one. */
export async function measureWarehouse(stage: BenchStage, repeats: number): Promise<Findings> {
  const runs = collectRuns();
  const [load = 0] = loadavg();
  const warehouse = await growReceipt(stage.server.origin);
  const sizes = await measureSaves(warehouse, runs, SAVES);
  const front = await stage.openPlainFront();
  try {
    await measureWarehousePages(front, warehouse, { runs, repeats });
  } finally {
    await front.goOffline();
  }
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
  const at = (what: string) => figures[`app ${size} ${rate}×: ${what}`]?.median ?? Number.NaN;
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
