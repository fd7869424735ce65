import { type SQL, sql } from 'drizzle-orm';
import { readSequences, textRows } from '../../../db/copy/tables.ts';
import type { Queryable } from '../../../db/database.ts';
import { JOURNAL, readMigrations } from '../../../db/migrate.ts';
import type { CommandContext } from '../command.ts';
import { bad, type Finding, good, note } from './finding.ts';

const OLDEST_POSTGRES = 15;

const MOST_SKEW_MS = 5_000;

/** The database, also inside a transaction. */
export type Seen = Pick<CommandContext, 'now' | 'env'> & { db: Queryable };

/** Its version, its state, its clock, and what it can take. */
export async function checkDatabase({ db, now, env }: Seen): Promise<Finding[]> {
  return [
    versionFinding(
      await oneText(db, sql`select current_setting('server_version') as value`),
      placeOf(env),
      now(),
    ),
    await checkMigrations(db),
    await checkClock(db, now),
    await checkConnections(db, env.databasePool),
    ...(await checkSequences(db)),
  ];
}

/** The one value of a query. */
export async function oneText(on: Queryable, query: SQL): Promise<string> {
  const [row] = await textRows<'value'>(on, query);
  return row?.value ?? '';
}

const placeOf = ({ databaseUrl, dataDir }: Seen['env']) => (databaseUrl ? 'DATABASE_URL' : dataDir);

/** The minor version of each major one that came out on one day; the next ones follow each quarter (postgresql.org, roadmap). */
const MINORS: Readonly<Record<number, number>> = { 15: 18, 16: 14, 17: 10, 18: 4 };
const OUT_SINCE = { year: 2026, month: 5 };

/** They come out on the second Thursday of February, May, August and November. */
const LATEST_DAY = 14;
const QUARTER = 3;
const MANY_BEHIND = 2;

/** Whether the migrations are understood there, and whether it is being kept up to date. */
export function versionFinding(version: string, place: string, now: number): Finding {
  const [major = 0, minor = 0] = version.split(/[. ]/).map(Number);
  const what = `PostgreSQL ${version} (${place})`;
  if (major < OLDEST_POSTGRES) return bad(`${what}: нужен ${OLDEST_POSTGRES} или новее`);
  const known = MINORS[major];
  if (known === undefined) return good(what);
  const expected = known + quartersSince(new Date(now));
  if (expected - minor < MANY_BEHIND) return good(what);
  const way = place === 'DATABASE_URL' ? 'обновите его' : 'обновите программу или задайте POSTGRES_BIN';
  return note(`${what}: по календарю выпусков должен быть уже ${major}.${expected}, ${way}`);
}

function quartersSince(now: Date): number {
  const months = (now.getUTCFullYear() - OUT_SINCE.year) * 12 + now.getUTCMonth() + 1 - OUT_SINCE.month;
  return Math.floor((now.getUTCDate() > LATEST_DAY ? months : months - 1) / QUARTER);
}

async function checkMigrations(on: Queryable): Promise<Finding> {
  const applied = (await textRows<'name'>(on, sql`select name from ${sql.identifier(JOURNAL)}`)).map(
    ({ name }) => name ?? '',
  );
  const known = readMigrations().map(({ name }) => name);
  const missing = known.filter(name => !applied.includes(name));
  const strange = applied.filter(name => !known.includes(name));
  if (strange.length > 0) return bad(`База новее программы (${strange.join(', ')}): обновите программу`);
  if (missing.length > 0) return bad(`База не обновлена (${missing.join(', ')}): перезапустите сервер`);
  return good(`Миграции применены: ${applied.length}`);
}

/** Tokens and days go by the process's clock, other processes have theirs: all must be right. */
async function checkClock(on: Queryable, now: () => number): Promise<Finding> {
  const asked = now();
  const databaseNow = Number(
    await oneText(on, sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as value`),
  );
  const skew = databaseNow < asked ? asked - databaseNow : Math.max(0, databaseNow - now());
  if (skew <= MOST_SKEW_MS) return good('Часы процесса и базы идут вместе');
  return bad(
    `Часы процесса и базы расходятся на ${Math.round(skew / 1000)} с: включите синхронизацию времени (NTP)`,
  );
}

const CONNECTIONS = sql`select (current_setting('max_connections')::int
  - current_setting('superuser_reserved_connections')::int)::text as most,
  (select count(*) from pg_stat_activity where backend_type = 'client backend')::text as taken`;

async function checkConnections(on: Queryable, pool: number): Promise<Finding> {
  const [row] = await textRows<'most' | 'taken'>(on, CONNECTIONS);
  return connectionsFinding({ most: Number(row?.most), taken: Number(row?.taken), pool });
}

/** Whether one more process could get its connections. */
export function connectionsFinding({ most, taken, pool }: Record<'most' | 'taken' | 'pool', number>) {
  const usage = `PostgreSQL: занято ${taken} из ${most} соединений`;
  if (most - taken >= pool) return good(usage);
  return bad(`${usage}, новому процессу не хватит: увеличьте max_connections или уменьшите DATABASE_POOL`);
}

/** Every sequence with the column that it numbers. */
const NUMBERED = sql`
  select c.relname::text as table, a.attname::text as column, s.relname::text as sequence
  from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    join pg_namespace n on n.oid = s.relnamespace
  where n.nspname = current_schema() and d.deptype in ('a', 'i')
  union all select 'requests', 'code_number', 'request_code_number' order by 1, 2`;

/** A sequence that stands behind the ids gives one of them out again, and nothing can be added any more. */
async function checkSequences(on: Queryable): Promise<Finding[]> {
  const behind: Finding[] = [];
  const sequences = new Map((await readSequences(on)).map(sequence => [sequence.name, sequence]));
  const columns = await textRows<'table' | 'column' | 'sequence', string>(on, NUMBERED);
  for (const { table, column, sequence } of columns) {
    const { lastValue = '0', isCalled = false } = sequences.get(sequence) ?? {};
    const highestOf = sql`select coalesce(max(${sql.identifier(column)}), 0)::text as value from ${sql.identifier(table)}`;
    const highest = await oneText(on, highestOf);
    const next = BigInt(lastValue) + (isCalled ? 1n : 0n);
    if (next > BigInt(highest)) continue;
    const mending = `select setval('${sequence}', ${highest})`;
    behind.push(
      bad(`Счетчик ${sequence} (${lastValue}) отстал от ${table}.${column} (${highest}): ${mending}`),
    );
  }
  return behind.length > 0 ? behind : [good('Счетчики впереди номеров')];
}
