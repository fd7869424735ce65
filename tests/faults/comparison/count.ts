import { counterOf } from '#tests/bench/server-count.ts';
import { DEMO } from '#tests/support/sign-in.ts';

/** What came of one contender's saves. */
export type Compared = {
  name: string;
  /** Saves of which the user was told that they are kept. */
  acknowledged: number;
  /** Of these, what is neither on the server nor waiting. */
  lost: number;
  /** Saves that are on the server more than once. */
  doubled: number;
  waiting: number;
};

/** What the driver knows at the end. */
export type Outcome = { name: string; tried: readonly string[]; told: ReadonlySet<string>; waiting: number };

/** Counts on the server, where each marker stands in one thing, or in none, or in too many. */
export async function countOutcome(origin: string, outcome: Outcome): Promise<Compared> {
  const { name, tried, told, waiting } = outcome;
  const times = await countMarkers(origin);
  const missing = [...told].filter(marker => !times.has(marker)).length;
  return {
    ...{ name, acknowledged: told.size, waiting },
    lost: Math.max(0, missing - waiting),
    doubled: tried.filter(marker => (times.get(marker) ?? 0) > 1).length,
  };
}

/** How often each of the promoter's words stands on the server. */
export async function countMarkers(origin: string): Promise<Map<string, number>> {
  const counter = await counterOf(origin, DEMO.promoter);
  const names = (await counter.contacts()).map(contact => contact.last_name);
  const words = (await counter.requests()).map(request => request.broken ?? '');
  const times = new Map<string, number>();
  for (const word of [...names, ...words]) times.set(word, 1 + (times.get(word) ?? 0));
  return times;
}

/** The outcomes as a table. */
export function tableOf(rows: readonly Compared[]): string {
  const head = ['contender', 'acknowledged', 'lost', 'doubled', 'waiting'];
  const cells = rows.map(row => [row.name, row.acknowledged, row.lost, row.doubled, row.waiting].map(String));
  const lines = [head, head.map(title => '-'.repeat(title.length)), ...cells];
  const widths = head.map((_, at) => Math.max(...lines.map(line => line[at]?.length ?? 0)));
  return lines
    .map(line => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
    .join('\n');
}
