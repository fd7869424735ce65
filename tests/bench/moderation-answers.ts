import * as v from 'valibot';
import { listPromoters, readStats } from '#contract/moderation.ts';
import { getReport, listReports } from '#contract/reports.ts';
import { obtain } from '#tests/support/ask-server.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Runs } from './figures.ts';
import type { LargeFirm } from './moderation-firm.ts';

/** What is asked of the server: a GET, or a POST where there is a body. */
type Question = { what: string; path: string; body?: unknown };

const DAY = /^\d{4}-\d\d-\d\d/;

/** The first and last day of the month before. */
function lastMonth(now = new Date()): { dateFrom: string; dateTo: string } {
  const day = (month: number, date: number) => {
    const [found = ''] = DAY.exec(new Date(Date.UTC(now.getFullYear(), month, date)).toISOString()) ?? [];
    return found;
  };
  return { dateFrom: day(now.getMonth() - 1, 1), dateTo: day(now.getMonth(), 0) };
}

function questionsOf({ planted }: LargeFirm): Question[] {
  const [payday, long] = planted.openReports;
  if (!payday || !long) throw new Error('The firm has no open reports');
  const stats = { path: readStats.path, body: { promoterId: -1 } };
  const reportOf = (id: number) => getReport.path.replace(':id', String(id));
  return [
    { what: 'stats, all', ...stats },
    { what: 'stats, all, one month', ...stats, body: { ...stats.body, ...lastMonth() } },
    { what: 'stats, one promoter', ...stats, body: { promoterId: payday.promoter.id } },
    { what: `report of ${payday.requests}`, path: reportOf(payday.id) },
    { what: `report of ${long.requests}`, path: reportOf(long.id) },
    { what: 'reports of one', path: listReports.path.replace(':promoterId', String(payday.promoter.id)) },
    { what: 'promoters', path: listPromoters.path },
  ];
}

/** Asks each question so many times by HTTP, in turns, and returns how large the answers were. */
export async function measureAnswers(
  firm: LargeFirm,
  { runs, name, repeats }: { runs: Runs; name: string; repeats: number },
): Promise<string[]> {
  const questions = questionsOf(firm);
  const authorization = `Bearer ${await obtain(firm.server.origin, DEMO.moderator)}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const sizes = new Map<string, string>();
  // The first round meets cold caches and queries that nobody has prepared.
  for (let run = -1; run < repeats; run += 1) {
    for (const { what, path, body } of questions) {
      const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
      const began = performance.now();
      const answer = await fetch(`${firm.server.origin}${path}`, init);
      const text = await answer.text();
      const took = performance.now() - began;
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      if (run < 0) sizes.set(what, `${what}: ${rowsOf(text)} rows, ${Buffer.byteLength(text)} bytes`);
      else runs.add(`${name}: ${what}, ms`, took);
    }
  }
  return [...sizes.values()];
}

/** Every promoter's name in the order in which pickers list them. */
export async function namesOf({ server: { origin } }: LargeFirm): Promise<string[]> {
  const authorization = `Bearer ${await obtain(origin, DEMO.moderator)}`;
  const answer = await fetch(`${origin}${listPromoters.path}`, { headers: { authorization } });
  const { list } = v.parse(listPromoters.reply, await answer.json());
  return list.map(({ name }) => name);
}

function rowsOf(text: string): number {
  // Our own server's answers, checked by its own tests.
  const { list, promo_requests } = JSON.parse(text) as { list?: unknown[]; promo_requests?: unknown[] };
  return (list ?? promo_requests ?? []).length;
}
