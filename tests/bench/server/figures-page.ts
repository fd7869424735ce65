/** FIGURES.md out of what runs wrote: never by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';

const PAGE = 'tests/bench/server/FIGURES.md';

const Numbers = v.record(v.string(), v.number());
const Pair = v.object({ accepted: v.number(), rows: v.number(), refused: v.number() });
const Counted = v.object({ orders: Pair, contacts: Pair });

const Part = v.object({
  ...{
    title: v.string(),
    perSecond: v.number(),
    p50: v.number(),
    p90: v.number(),
    p99: v.number(),
    max: v.number(),
  },
  ...{
    statuses: Numbers,
    errors: v.number(),
    connections: v.number(),
    cores: v.number(),
    lagP99: v.number(),
  },
  rss: v.array(v.number()),
  heap: v.array(v.number()),
  database: v.object({ mb: v.number(), connections: v.number() }),
  target: v.optional(v.object({ perSecond: v.number(), met: v.boolean() })),
});

const Storm = v.object({
  ...{ phones: v.number(), seconds: v.number(), broken: v.number(), lagMax: v.number() },
  ...{ doneS: Numbers, answerMs: Numbers, statuses: Numbers, rss: Numbers, heap: Numbers, counted: Counted },
});

const Sample = v.object({
  ...{
    minute: v.number(),
    answers: v.number(),
    p50: v.number(),
    p99: v.number(),
    rss: v.number(),
    heap: v.number(),
  },
  ...{
    external: v.number(),
    handles: v.number(),
    database: v.object({ mb: v.number(), connections: v.number() }),
  },
});

const Soak = v.object({
  rate: v.number(),
  samples: v.array(Sample),
  growth: v.record(v.string(), v.object({ perHour: v.number(), overall: v.number() })),
  counted: Counted,
});

const Written = v.object({
  began: v.string(),
  command: v.string(),
  machine: v.object({ cpu: v.optional(v.string()), cores: v.number(), node: v.string(), kernel: v.string() }),
  runs: v.array(
    v.object({
      ...{ engine: v.string(), durability: v.string(), size: v.string(), firm: Numbers },
      ...{ databaseMb: v.number(), filledS: v.number(), wrong: v.array(v.string()) },
      found: v.record(v.string(), v.unknown()),
    }),
  ),
});
type Run = v.InferOutput<typeof Written>['runs'][number];

/** Writes the page of those runs, in that order. */
export function writePage(files: readonly string[], note: string | undefined): void {
  const written = files.map(file => v.parse(Written, JSON.parse(readFileSync(file, 'utf8'))));
  const head = [
    '# Figures of the server',
    'Written by `npm run bench:server -- --page <files>` from what the runs wrote, never by hand. Server, database and load generator share the cores of one machine; requests go over loopback.',
    ...(note ? [note] : []),
  ];
  const sections = written.flatMap(({ began, command, machine, runs }) => [
    `## \`${command.trim()}\``,
    `${began.slice(0, 16).replace('T', ' ')}, ${machine.cores} × ${machine.cpu ?? 'CPU'}, Linux ${machine.kernel}, Node ${machine.node}`,
    ...runs.flatMap(sectionOf),
  ]);
  writeFileSync(PAGE, `${[...head, ...sections].join('\n\n')}\n`);
  console.log(`Written to ${PAGE}`);
}

function sectionOf({ engine, durability, size, firm, databaseMb, filledS, wrong, found }: Run): string[] {
  const mode = engine === 'postgres' ? `PostgreSQL, ${durability}` : 'embedded engine';
  const { users = 0, contacts = 0, requests = 0 } = firm;
  return [
    `### ${mode}, size \`${size}\``,
    `${users} users, ${contacts} contacts, ${requests} requests, ${databaseMb} MB, ready after ${Math.round(filledS)} s. ${
      wrong.length === 0 ? 'Nothing was lost, doubled or answered wrongly.' : `**WRONG: ${wrong.join('; ')}**`
    }`,
    tableOf(found),
  ];
}

function tableOf(found: Record<string, unknown>): string {
  if (v.is(Storm, found)) return stormOf(found);
  if (v.is(Soak, found)) return soakOf(found);
  const parts = Object.values(found).filter(each => v.is(Part, each));
  const rows = parts.map(part => [
    ...[
      part.title,
      part.perSecond,
      part.target ? `≥ ${part.target.perSecond}${part.target.met ? '' : ' **missed**'}` : '',
    ],
    ...[part.p50, part.p90, part.p99, Math.round(part.max), told(part.statuses, part.errors), part.cores],
    ...[
      part.rss.join(' → '),
      part.heap.join(' → '),
      part.lagP99,
      `${part.connections} / ${part.database.connections}`,
    ],
  ]);
  const head = [
    'part',
    'answers/s',
    'target',
    'p50 ms',
    'p90',
    'p99',
    'max',
    'answers',
    'cores of the server',
  ];
  return table([...head, 'RSS MiB', 'heap MiB', 'loop lag p99 ms', 'connections / of the database'], rows);
}

function told(statuses: Record<string, number>, errors: number): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return [...counts, ...(errors > 0 ? [`${errors} lost`] : [])].join(', ');
}

function stormOf({
  phones,
  seconds,
  doneS,
  answerMs,
  statuses,
  broken,
  rss,
  heap,
  lagMax,
  counted,
}: v.InferOutput<typeof Storm>) {
  const spread = ({ p50, p90, p99, max }: Record<string, number>) => `${p50} / ${p90} / ${p99} / ${max}`;
  return table(
    ['storm', ''],
    [
      ['phones that came back at once', phones],
      ['all were done after, s', seconds],
      ['a phone was done after, p50 / p90 / p99 / max, s', spread(doneS)],
      ['an answer took, p50 / p90 / p99 / max, ms', spread(answerMs)],
      ['answers', told(statuses, 0)],
      ['connections that broke and were tried again', broken],
      ['orders accepted / rows', `${counted.orders.accepted} / ${counted.orders.rows}`],
      ['RSS before / peak / after, MiB', `${rss.before} / ${rss.peak} / ${rss.after}`],
      ['heap before / after, MiB', `${heap.before} / ${heap.after}`],
      ['longest stop of the event loop, ms', lagMax],
    ],
  );
}

function soakOf({ rate, samples, growth, counted }: v.InferOutput<typeof Soak>) {
  const some = samples.filter(({ minute }) => minute === 1 || minute % 5 === 0);
  const rows = some.map(each => [
    ...[each.minute, each.answers, each.p50, each.p99, each.rss, each.heap, each.external, each.handles],
    ...[each.database.connections, each.database.mb],
  ]);
  const head = [
    'minute',
    'answers',
    'p50 ms',
    'p99',
    'RSS MiB',
    'heap',
    'external',
    'handles',
    'connections',
    'database MB',
  ];
  const slopes = Object.entries(growth).map(
    ([name, { perHour, overall }]) => `${name} ${overall} (${perHour} an hour)`,
  );
  const orders = `${counted.orders.accepted} orders accepted, ${counted.orders.rows} rows`;
  return `${table(head, rows)}\n\nAt ${rate} requests/s; growth after the warm-up: ${slopes.join(', ')}. ${orders}.`;
}

/** As the formatter would have it: every column as wide as its widest cell. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const all = [head, ...rows].map(cells => cells.map(String));
  const widths = head.map((_, at) => Math.max(3, ...all.map(cells => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [first = [], ...rest] = all;
  return [line(first), line(widths.map(width => '-'.repeat(width))), ...rest.map(line)].join('\n');
}
