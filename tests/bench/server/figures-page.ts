/** FIGURES.md out of what runs wrote: never by hand. */
import { markdownTable, type Row } from '#tests/support/markdown-table.ts';
import { describeRun, type Figure, readFound, savePage, type Written as WrittenRun } from '../figures.ts';
import type { AgainstFloor } from './against-floor.ts';
import type { FromEmpty } from './from-empty.ts';
import type { Idle } from './idle.ts';
import type { Found, PartsFound, Run } from './run-parts.ts';
import type { Soaked } from './soak.ts';
import type { Stormed } from './storm.ts';

const PAGE = 'tests/bench/server/FIGURES.md';

/** What a run wrote, see main.ts. */
type Written = WrittenRun & { runs: Run[] };

/** Writes the page of those runs, in that order. */
export function writePage(files: readonly string[], note: string | undefined): void {
  const written = files.map(file => readFound<Written>(file));
  const head = [
    '# Figures of the server',
    'Written by `npm run bench:server -- --page <files>` from what the runs wrote, never by hand. Server, database and load generator share the cores of one machine; requests go over loopback.',
    ...(note ? [note] : []),
  ];
  const sections = written.flatMap(run => [
    `## \`${run.command.trim()}\``,
    describeRun(run),
    ...run.runs.flatMap(sectionOf),
  ]);
  savePage(PAGE, [...head, ...sections]);
}

function sectionOf({ durability, size, firm, databaseMb, filledS, wrong, found }: Run): string[] {
  const { users = 0, contacts = 0, requests = 0 } = firm;
  return [
    `### ${durability}, size \`${size}\``,
    `${users} users, ${contacts} contacts, ${requests} requests, ${databaseMb} MB, ready after ${Math.round(filledS)} s. ${
      wrong.length === 0 ? 'Nothing was lost, doubled or answered wrongly.' : `**WRONG: ${wrong.join('; ')}**`
    }`,
    tableOf(found),
  ];
}

function tableOf(found: Run['found']): string {
  // Which of them it is, its fields say.
  if ('floorRatios' in found) return floorOf(found as AgainstFloor);
  if ('phones' in found) return stormOf(found as Stormed);
  if ('books' in found) return fromEmptyOf(found as FromEmpty);
  if ('rested' in found) return idleOf(found as Idle);
  if ('samples' in found) return soakOf(found as Soaked);
  const parts = Object.values(found as PartsFound).filter((each): each is Found => 'title' in each);
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
  const more = ['RSS MiB', 'heap MiB', 'loop lag p99 ms', 'connections / of the database'];
  return tableText([...head, ...more], parts.map(rowOf));
}

function rowOf(part: Found): Row {
  const { title, perSecond, target, p50, p90, p99, max, statuses, errors, cores, lagP99 } = part;
  const aim = target ? `≥ ${target.perSecond}${target.met ? '' : ' **missed**'}` : '';
  const connections = `${part.connections} / ${part.database.connections}`;
  return [
    ...[title, perSecond, aim, p50, p90, p99, Math.round(max), received(statuses, errors), cores],
    ...[part.rss.join(' → '), part.heap.join(' → '), lagP99, connections],
  ];
}

function received(statuses: Record<string, number>, errors: number): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return [...counts, ...(errors > 0 ? [`${errors} lost`] : [])].join(', ');
}

function floorOf({ floorRatios }: AgainstFloor): string {
  const spread = ({ median, min, max }: Figure) => `${median} (${min} … ${max})`;
  return tableText(
    ['part', 'server, answers/s', 'floor', 'ratio of the medians', 'target'],
    Object.values(floorRatios).map(({ title, product, floor, ratio, least, met }) => [
      ...[title, spread(product), spread(floor), ratio, `≥ ${least}${met ? '' : ' **missed**'}`],
    ]),
  );
}

function stormOf(found: Stormed): string {
  const { phones, seconds, doneS, answerMs, statuses, broken, rss, heap, lagMax, counted } = found;
  const spread = ({ p50, p90, p99, max }: Record<string, number>) => `${p50} / ${p90} / ${p99} / ${max}`;
  return tableText(
    ['storm', ''],
    [
      ['phones that came back at once', phones],
      ['all were done after, s', seconds],
      ['a phone was done after, p50 / p90 / p99 / max, s', spread(doneS)],
      ['an answer took, p50 / p90 / p99 / max, ms', spread(answerMs)],
      ['answers', received(statuses, 0)],
      ['connections that broke and were tried again', broken],
      ['orders accepted / rows', `${counted.orders.accepted} / ${counted.orders.rows}`],
      ['RSS before / peak / after, MiB', `${rss.before} / ${rss.peak} / ${rss.after}`],
      ['heap before / after, MiB', `${heap.before} / ${heap.after}`],
      ['longest stop of the event loop, ms', lagMax],
    ],
  );
}

function idleOf({ signedIn, loaded, rested, restS, max }: Idle): string {
  const row = (
    what: string,
    { server, engine, together }: Idle['rested'],
    most = Number.POSITIVE_INFINITY,
  ) => [...[what, server, engine, `${together}${together <= most ? '' : ' **missed**'}`]];
  return tableText(
    ['memory of an idle server, PSS, MiB', 'server', 'engine', `together, ≤ ${max}`],
    [
      row(`${restS} s after the first sign-in`, signedIn, max),
      row('after half a minute of the mixed profile', loaded),
      row(`${restS} s later`, rested),
    ],
  );
}

function fromEmptyOf({ books, lists }: FromEmpty): string {
  const rows = books.map(({ contacts, savedS, ms, analysedMs, ratio, max }) => [
    ...[contacts, savedS, ms, analysedMs, `${ratio}${ratio <= max ? '' : ' **missed**'}`, `≤ ${max}`],
  ]);
  const head = ['contacts saved', 'in s', 'fullList, ms', 'after ANALYZE', 'ratio', 'target'];
  const all = Object.entries(lists).map(([name, ms]) => `${name} ${ms}`);
  return `${tableText(head, rows)}\n\nThe quickest of twenty each. The other lists before the ANALYZE, in ms: ${all.join(', ')}.`;
}

function soakOf({ rate, samples, growth, counted }: Soaked): string {
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
  ];
  const slopes = Object.entries(growth).map(
    ([name, { perHour, overall }]) => `${name} ${overall} (${perHour} an hour)`,
  );
  const orders = `${counted.orders.accepted} orders accepted, ${counted.orders.rows} rows`;
  return `${tableText([...head, 'database MB'], rows)}\n\nAt ${rate} requests/s; growth after the warm-up: ${slopes.join(', ')}. ${orders}.`;
}

function tableText(head: Row, rows: readonly Row[]): string {
  return markdownTable(head, rows).join('\n');
}
