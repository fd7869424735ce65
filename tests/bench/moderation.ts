import { loadavg } from 'node:os';
import { collectRuns, type Figure, type Findings, type Verdict, verdict } from './figures.ts';
import { measureAnswers, namesOf } from './moderation-answers.ts';
import { ENGINES, type EngineName, LARGE, raiseFirm, SMALL } from './moderation-firm.ts';
import { measurePages } from './moderation-pages.ts';
import { countKeystrokes, type Keystrokes } from './moderation-picks.ts';

/** How long the server may take, in milliseconds at the median. */
const ANSWER_BUDGETS: Readonly<Record<EngineName, { stats: number; report: number }>> = {
  postgres: { stats: 300, report: 50 },
  embedded: { stats: 600, report: 100 },
};

/** From a press to the painted rows, on a processor as it is. */
const PAINT_BUDGET_MS = 1_000;

const ANSWERS = 30;

/** A moderator's day at a firm of 500 promoters and 200,000 requests, on either engine. */
export async function measureModeration(isQuick: boolean): Promise<Findings> {
  const runs = collectRuns();
  const notes: string[] = [];
  for (const engine of ENGINES) {
    const firm = await raiseFirm(engine, isQuick ? SMALL : LARGE);
    try {
      const [load = 0] = loadavg();
      // Three processes share the machine: more than a little work of others is measured with them.
      notes.push(`${engine}: filled in ${Math.round(firm.plantedMs / 1000)} s, load ${load.toFixed(1)}`);
      const sizes = await measureAnswers(firm, { runs, name: engine, repeats: ANSWERS });
      const names = await namesOf(firm);
      await measurePages(firm, names, { runs, name: engine, repeats: isQuick ? 1 : 5 });
      if (engine === 'postgres') notes.push(...sizes, ...picksOf(names));
    } finally {
      await firm.end();
    }
  }
  const figures = runs.figures();
  return { figures, verdicts: ENGINES.flatMap(engine => verdictsOf(engine, figures)), notes };
}

function verdictsOf(engine: EngineName, figures: Record<string, Figure>): Verdict[] {
  const { stats, report } = ANSWER_BUDGETS[engine];
  const keep = (what: string, budget: number) => {
    const name = `${engine}: ${what}`;
    return verdict(name, figures[name]?.median ?? Number.NaN, budget);
  };
  return [
    keep('stats, all, ms', stats),
    keep('stats, all, one month, ms', stats),
    keep('report of 60, ms', report),
    keep('statistics painted, ms, 1×', PAINT_BUDGET_MS),
    keep('report of 60 painted, ms, 1×', PAINT_BUDGET_MS),
  ];
}

function picksOf(names: readonly string[]): string[] {
  const { surname, initials, inSight } = countKeystrokes(names);
  return [
    `keys until a promoter is the first choice, letters of the surname: ${tell(surname)}`,
    `the same, or letters of both names: ${tell(initials)}`,
    `so, until the promoter is among the first five: ${tell(inSight)}`,
  ];
}

function tell({ within, byKeys, total }: Keystrokes): string {
  const spread = Object.entries(byKeys).map(([keys, people]) => `${keys}: ${people}`);
  return `${within} of ${total} within 3 (${spread.join(', ')})`;
}
