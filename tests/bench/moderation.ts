import { collectRuns, type Figure, type Findings, type Verdict, verdict } from './figures.ts';
import { measureAnswers } from './moderation-answers.ts';
import { ENGINES, type EngineName, LARGE, raiseFirm, SMALL } from './moderation-firm.ts';

/** How long the server may take, in milliseconds at the median. */
const ANSWER_BUDGETS: Readonly<Record<EngineName, { stats: number; report: number }>> = {
  postgres: { stats: 300, report: 50 },
  embedded: { stats: 600, report: 100 },
};

const ANSWERS = 30;

/** A moderator's day at a firm of 500 promoters and 200,000 requests, on either engine. */
export async function measureModeration(isQuick: boolean): Promise<Findings> {
  const runs = collectRuns();
  const notes: string[] = [];
  for (const engine of ENGINES) {
    const firm = await raiseFirm(engine, isQuick ? SMALL : LARGE);
    try {
      notes.push(`${engine}: filled in ${Math.round(firm.plantedMs / 1000)} s`);
      const sizes = await measureAnswers(firm, { runs, name: engine, repeats: ANSWERS });
      if (engine === 'postgres') notes.push(...sizes);
    } finally {
      await firm.end();
    }
  }
  const figures = runs.figures();
  return { figures, verdicts: ENGINES.flatMap(engine => answersOf(engine, figures)), notes };
}

function answersOf(engine: EngineName, figures: Record<string, Figure>): Verdict[] {
  const { stats, report } = ANSWER_BUDGETS[engine];
  const keep = (what: string, budget: number) => {
    const name = `${engine}: ${what}, ms`;
    return verdict(name, figures[name]?.median ?? Number.NaN, budget);
  };
  return [keep('stats, all', stats), keep('stats, all, one month', stats), keep('report of 60', report)];
}
