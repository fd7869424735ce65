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
import { ENGINES, type EngineName, openEngine } from './server/engines.ts';

/** A quick look, for trying the bench itself. */
const SMALL: ModerationPlan = { ...LARGE_FIRM, promoters: 50, requestsEach: 40, contactsEach: 10 };

/** How long the server may take, in milliseconds at the median. */
const ANSWER_BUDGETS: Readonly<Record<EngineName, { stats: number; report: number; payouts: number }>> = {
  postgres: { stats: 300, report: 50, payouts: 50 },
  embedded: { stats: 600, report: 100, payouts: 100 },
};

/** From a press to the painted rows, on a processor as it is. */
const PAINT_BUDGET_MS = 1_000;

const ANSWERS = 30;

/** A moderator's day at a firm of 500 promoters and 200,000 requests, on either engine. */
export async function measureModeration(isQuick: boolean): Promise<Findings> {
  const runs = collectRuns();
  const notes: string[] = [];
  for (const engine of ENGINES) {
    const firm = await openFirm(engine, isQuick ? SMALL : LARGE_FIRM);
    try {
      const [load = 0] = loadavg();
      // Three processes share the machine: more than a little work of others is measured with them.
      notes.push(`${engine}: filled in ${Math.round(firm.seededMs / 1000)} s, load ${load.toFixed(1)}`);
      await measureAnswers(firm, runs, engine);
      await measurePages(firm, { runs, name: engine, repeats: isQuick ? 1 : 5 });
    } finally {
      await firm.end();
    }
  }
  const figures = runs.figures();
  return { figures, verdicts: ENGINES.flatMap(engine => verdictsOf(engine, figures)), notes };
}

function verdictsOf(engine: EngineName, figures: Record<string, Figure>): Verdict[] {
  const { stats, report, payouts } = ANSWER_BUDGETS[engine];
  const keep = (what: string, budget: number) =>
    verdict(`${engine}: ${what}`, medianOf(figures, `${engine}: ${what}`), budget);
  return [
    keep('stats, all, ms', stats),
    keep('stats, all, one month, ms', stats),
    keep('report of 60, ms', report),
    keep('payouts, page 1, ms', payouts),
    keep('statistics painted, ms, 1×', PAINT_BUDGET_MS),
    keep('report of 60 painted, ms, 1×', PAINT_BUDGET_MS),
  ];
}

/** The server on one of the engines, full. */
export type LargeFirm = {
  server: ServerProcess;
  seeded: SeededModeration;
  /** How long it took to fill it. */
  seededMs: number;
  /** Asks as a moderator, beside the page. */
  ask: Ask;
  end: () => Promise<void>;
};

async function openFirm(name: EngineName, plan: ModerationPlan): Promise<LargeFirm> {
  const engine = await openEngine(name, { processes: 1 });
  try {
    const server = await startServer(engine.environment);
    // The first start has made the tables; only one process may have the embedded engine.
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
async function measureAnswers(firm: LargeFirm, runs: Runs, name: string): Promise<void> {
  // The first round meets cold caches and queries that nobody has prepared.
  for (let run = -1; run < ANSWERS; run += 1) {
    for (const { what, path, body } of questionsOf(firm)) {
      const { ms } = await firm.ask(path, body);
      if (run >= 0) runs.add(`${name}: ${what}, ms`, ms);
    }
  }
}
