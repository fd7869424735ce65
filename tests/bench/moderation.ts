import { loadavg } from 'node:os';
import { listPayouts, readStats, readStatsDays } from '#contract/moderation.ts';
import { findReports, getReport } from '#contract/reports.ts';
import {
  LARGE_FIRM,
  type ModerationPlan,
  type SeededModeration,
  seedModeration,
} from '#tests/support/seed-moderation.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type Ask, askAs } from './ask.ts';
import {
  collectRuns,
  type Figure,
  type Findings,
  medianOf,
  type Runs,
  type Verdict,
  verdict,
} from './figures.ts';
import { measurePages } from './moderation-pages.ts';
import { openBenchEngine } from './server/engine.ts';

/** A quick look, for trying the bench itself. */
const SMALL: ModerationPlan = { ...LARGE_FIRM, promoters: 50, requestsEach: 40, contactsEach: 10 };

/** How long the server may take, in milliseconds at the median. */
const ANSWER_BUDGETS = { stats: 300, report: 50, payouts: 50 };

/** From a press to the painted rows, on a processor as it is. */
const PAINT_BUDGET_MS = 1_000;

const ANSWERS = 30;

/** A moderator's day at a firm of 500 promoters and 200,000 requests. */
export async function measureModeration(isQuick: boolean): Promise<Findings> {
  const runs = collectRuns();
  const [load = 0] = loadavg();
  const firm = await openFirm(isQuick ? SMALL : LARGE_FIRM);
  try {
    await measureAnswers(firm, runs);
    await measurePages(firm, { runs, repeats: isQuick ? 1 : 5 });
  } finally {
    await firm.end();
  }
  const figures = runs.figures();
  // Several processes share the machine: more than a little work of others is measured with them.
  const notes = [`filled in ${Math.round(firm.seededMs / 1000)} s, load ${load.toFixed(1)} at the beginning`];
  return { figures, verdicts: verdictsOf(figures), notes };
}

function verdictsOf(figures: Record<string, Figure>): Verdict[] {
  const { stats, report, payouts } = ANSWER_BUDGETS;
  const keep = (what: string, budget: number) => verdict(what, medianOf(figures, what), budget);
  return [
    keep('stats, all, ms', stats),
    keep('stats, all, one month, ms', stats),
    keep('report of 60, ms', report),
    keep('payouts, page 1, ms', payouts),
    keep('statistics painted, ms, 1×', PAINT_BUDGET_MS),
    keep('report of 60 painted, ms, 1×', PAINT_BUDGET_MS),
  ];
}

/** The server, full. */
export type LargeFirm = {
  server: ServerProcess;
  seeded: SeededModeration;
  /** How long it took to fill it. */
  seededMs: number;
  /** Asks as a moderator, beside the page. */
  ask: Ask;
  end: () => Promise<void>;
};

async function openFirm(plan: ModerationPlan): Promise<LargeFirm> {
  const engine = await openBenchEngine({ processes: 1 });
  try {
    const server = await startServer(engine.environment);
    // The first start has made the tables.
    await server.stop();
    const began = Date.now();
    const seeded = await engine.withData(db => seedModeration(db, plan));
    const seededMs = Date.now() - began;
    await server.start();
    const ask = await askAs(server.origin, DEMO.moderator);
    return {
      server,
      seeded: seeded,
      seededMs: seededMs,
      ask,
      end: () => server.remove().finally(engine.end),
    };
  } catch (error) {
    await engine.end();
    throw error;
  }
}

/** What is asked of the server: a GET, or a POST where there is a body. */
type Question = { what: string; path: string; body?: unknown };

/** The first and last day of the month before. */
function lastMonth(now = new Date()): { dateFrom: string; dateTo: string } {
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getFullYear(), month, date)).toISOString().slice(0, 'yyyy-mm-dd'.length);
  return { dateFrom: day(now.getMonth() - 1, 1), dateTo: day(now.getMonth(), 0) };
}

function questionsOf({ seeded }: LargeFirm): Question[] {
  const [payday] = seeded.openReports;
  if (!payday) throw new Error('The firm has no open report');
  const stats = { path: readStats.path, body: { promoterId: -1 } };
  return [
    { what: 'stats, all', ...stats },
    { what: 'stats, all, one month', ...stats, body: { ...stats.body, ...lastMonth() } },
    { what: 'stats by day, all', ...stats, path: readStatsDays.path },
    { what: 'stats by day, one month', path: readStatsDays.path, body: { ...stats.body, ...lastMonth() } },
    { what: 'payouts, page 1', path: listPayouts.path },
    { what: 'reports of all, page 1', path: findReports.path },
    { what: `report of ${payday.requests}`, path: getReport.path.replace(':id', String(payday.id)) },
  ];
}

/** Asks each question so many times by HTTP, in turns. */
async function measureAnswers(firm: LargeFirm, runs: Runs): Promise<void> {
  // The first round meets cold caches and queries that nobody has prepared.
  for (let run = -1; run < ANSWERS; run += 1) {
    for (const { what, path, body } of questionsOf(firm)) {
      const { ms } = await firm.ask(path, body);
      if (run >= 0) runs.add(`${what}, ms`, ms);
    }
  }
}
