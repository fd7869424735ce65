import type { Durability, Engine, EngineName } from './engines.ts';
import { type Found, measure } from './measure.ts';
import { PARTS } from './parts.ts';
import { type Counted, openStage } from './stage.ts';

/** What was done on one engine in one mode. `wrong` is what must never be. */
export type Run = {
  engine: EngineName;
  durability: Durability;
  size: string;
  firm: Record<string, number>;
  databaseMb: number;
  filledS: number;
  wrong: string[];
  found: Record<string, unknown>;
};

/** Every part on a server of its own kind, one after the other, and the count at the end. */
export async function runParts(
  engine: Engine,
  only: readonly string[],
  seconds: number,
): Promise<Pick<Run, 'wrong' | 'found'>> {
  const stage = await openStage(engine);
  const found: Record<string, Found> = {};
  const wrong: string[] = [];
  for (const name of only) {
    const part = PARTS[name];
    if (!part) continue;
    const each = await measure(engine, stage, part, seconds);
    found[name] = each;
    print(name, each);
    wrong.push(...judge(name, each));
  }
  const counted = await stage.close();
  console.log(`counted: ${JSON.stringify(counted)}`);
  return { found: { ...found, counted }, wrong: [...wrong, ...judgeCount(counted)] };
}

/** 200 and 304 are right, 503 is a client that was told to come again; everything else is not. */
function judge(name: string, { statuses, errors }: Found): string[] {
  const bad = Object.keys(statuses).filter(status => !['200', '304', '503', '409'].includes(status));
  return [
    ...bad.map(status => `${name}: ${statuses[status]} × ${status}`),
    ...(errors > 0 ? [`${name}: ${errors} connections broke or timed out`] : []),
  ];
}

/** What must be true after any run that wrote. */
export function judgeCount({ orders, contacts, exit, errors }: Counted): string[] {
  return [
    ...(orders.accepted === orders.rows ? [] : [`${orders.accepted} orders accepted, ${orders.rows} rows`]),
    ...(contacts.accepted === contacts.rows
      ? []
      : [`${contacts.accepted} contacts accepted, ${contacts.rows} rows`]),
    ...(orders.refused + contacts.refused > 0 ? [`${orders.refused + contacts.refused} keys refused`] : []),
    ...(exit === 0 ? [] : [`the server ended with ${exit}`]),
    ...errors.slice(0, 5),
  ];
}

function print(name: string, found: Found): void {
  const { perSecond, p50, p90, p99, max, statuses, errors, rss, heap, lagP99, cores, database, target } =
    found;
  const aim = target ? `  target ${target.perSecond}: ${target.met ? 'met' : 'MISSED'}` : '';
  const odd =
    Object.keys(statuses).length > 1 || errors > 0 ? `  ${JSON.stringify(statuses)} ${errors} lost` : '';
  console.log(
    `${name.padEnd(16)} ${String(perSecond).padStart(8)}/s  p50 ${p50} p90 ${p90} p99 ${p99} max ${Math.round(max)} ms` +
      `  rss ${rss.join('→')} heap ${heap.join('→')} MiB  lag p99 ${lagP99}  ${cores} cores  ${database.connections} conn${aim}${odd}`,
  );
}
