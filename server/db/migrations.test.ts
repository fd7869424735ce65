import { expect, it } from 'vitest';
import { type Migration, migrationOf, readMigrations } from './migrate.ts';

const NAME = /^\d{4}_[a-z0-9_]+(\.backfill)?\.sql$/;

/** Waits for everybody who uses the table, reads all of it, or ends programs that do not know of it. */
const ENDS_OLDER_PROGRAMS =
  /\bdrop\b|\brename\b|\balter column \w+ (set data )?type\b|\bset not null\b|\badd column \w+ [^,]*\bnot null\b(?!.*\bdefault\b)/;
const TAKES_LONG_LOCKS = /\bcreate (unique )?index\b|\badd (constraint|check|unique|foreign|primary)\b/;

/** Long locks that were taken all the same: statement → why it was all right. */
const REASONS: Record<string, string> = {
  'index oauth_access_tokens_origin': 'tokens of some days; the first firm had none yet',
  'check oauth_access_tokens in 0003': 'the same',
  'check oauth_access_tokens in 0005': 'the same',
  'index oauth_clients_user': 'a handful of rows',
  'index oauth_access_tokens_others': 'tokens of some days; partial, almost empty',
  'index oauth_access_tokens_client': 'the same',
  'index oauth_refresh_tokens_client': 'tokens of thirty days: seconds for a large firm',
  'index oauth_refresh_tokens_others': 'partial, almost empty',
  'index oauth_refresh_tokens_user': 'tokens of thirty days: seconds for a large firm',
  'index oauth_refresh_tokens_revoked': 'partial, what was revoked within a day',
  'index oauth_access_tokens_revoked': 'the same',
  'index requests_owed': 'partial, what is unpaid: a second for a large firm',
  'index requests_paid':
    'seconds for 3 million requests, and the daily work of a firm is not done at that minute',
  'index requests_last_paid': 'the same',
  'index reports_open': 'partial, what is open',
  'index users_search_text': 'ten thousand rows at most: an instant',
  'index audit_log_user':
    'partial, what was done to accounts; the log is read once, seconds for a large firm',
  'index payment_reports_report': 'a row for each report that was paid at once: an instant',
  ...Object.fromEntries(
    ['client', 'client_second', 'client_third', 'phone', 'phone_second', 'phone_third'].map(of => [
      `index requests_${of}`,
      'for 3 million requests orders are refused for seconds and come again; the other calls do not wait',
    ]),
  ),
  'index audit_log_denied': 'partial, what policies forbade; the log is read once, seconds for a large firm',
  'index login_attempts_locked': 'partial; the table has the attempts of a day',
  'index stock_docs_code': 'some ten thousand documents: a second for a large firm',
};

/** What a statement is called in REASONS; undefined for one on a table that the same file creates. */
function lockOf(statement: string, { name, statements }: Migration): string | undefined {
  const table = /\b(?:on|alter table) (\w+)/.exec(statement)?.[1];
  if (!TAKES_LONG_LOCKS.test(statement)) return undefined;
  if (statements.some(each => each.startsWith(`create table ${table} `))) return undefined;
  const index = /\bindex (\w+)/.exec(statement)?.[1];
  return index ? `index ${index}` : `check ${table} in ${name.slice(0, 4)}`;
}

/** What is wrong with migrations, as sentences. */
function faultsOf(migrations: readonly Migration[]): string[] {
  const numbers = migrations.map(({ name }) => name.slice(0, 4));
  const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at);
  return [
    ...twice.map(number => `${number} is there twice: give one the next number`),
    ...migrations.flatMap(faultsOfOne),
  ];
}

function faultsOfOne(migration: Migration): string[] {
  const { name, kind, statements } = migration;
  const faults = NAME.test(name) ? [] : [`${name}: call it NNNN_name.sql`];
  if (statements.length === 0) faults.push(`${name} is empty`);
  for (const statement of statements) {
    const code = statement.replace(/--.*$/gm, '');
    if (code.trim() === '') faults.push(`${name}: a comment ends with a semicolon, which splits it`);
    if (kind !== 'contract' && ENDS_OLDER_PROGRAMS.test(code)) {
      faults.push(`${name} ends programs that are older than it: call it NNNN_name_contract.sql (${code})`);
    }
    const lock = lockOf(code, migration);
    if (lock && !REASONS[lock]) faults.push(`${name}: name the reason for the long lock of "${lock}"`);
  }
  return kind === 'backfill' ? [...faults, ...faultsOfBackfill(migration)] : faults;
}

function faultsOfBackfill({ name, statements: [statement = '', ...more] }: Migration): string[] {
  const isOne = more.length === 0 && /^(--.*\n)*\s*(with|update|insert|delete)\b/.test(statement);
  if (!isOne) return [`${name}: a backfill is one statement that changes rows`];
  return /\blimit \d{1,4}\b/.test(statement)
    ? []
    : [`${name}: a backfill takes at most some thousand rows (limit)`];
}

it('has migrations that follow the conventions of their folder', () => {
  expect(faultsOf(readMigrations())).toEqual([]);
});

it('lets orders pass between the indexes of requests', () => {
  const locks = readMigrations().filter(({ name }) => name >= '0017');
  const several = locks.filter(
    ({ statements }) => statements.filter(each => / on requests /.test(each)).length > 1,
  );
  expect(several.map(({ name }) => name)).toEqual([]);
});

it('gives reasons for nothing that is not there', () => {
  const locks = readMigrations().flatMap(each => each.statements.map(statement => lockOf(statement, each)));
  expect(Object.keys(REASONS).filter(reason => !locks.includes(reason))).toEqual([]);
});

it.each([
  ['0099_x.sql', 'alter table users drop column name;', 'ends programs'],
  ['0099_x.sql', 'alter table users rename column name to title;', 'ends programs'],
  ['0099_x.sql', 'alter table users alter column name type integer;', 'ends programs'],
  ['0099_x.sql', 'alter table users alter column name set not null;', 'ends programs'],
  ['0099_x.sql', 'alter table users add column age bigint not null;', 'ends programs'],
  ['0099_x.sql', 'create index users_name on users (name);', 'name the reason'],
  ['0099_x.sql', 'alter table users add check (name > 1);', 'name the reason'],
  ['0099_x.sql', '-- nothing;\nselect 1;', 'a comment ends with a semicolon'],
  ['0099_x.sql', '', 'is empty'],
  ['99_X.sql', 'select 1;', 'call it'],
  ['0099_x.backfill.sql', 'update users set name = 1;', 'limit'],
  ['0099_x.backfill.sql', 'delete from a where b limit 10;\ndelete from c limit 10;', 'is one statement'],
])('would find it: %s with %s', (name, text, fault) => {
  expect(faultsOf([migrationOf(name, text)]).join('\n')).toContain(fault);
});

it.each([
  ['0099_x.sql', 'alter table users add column age bigint not null default 1;'],
  ['0099_x.sql', 'create table t (id bigint);\ncreate index t_id on t (id);'],
  ['0099_x_contract.sql', 'alter table users drop column name;'],
  ['0099_x.backfill.sql', 'update users set name = 1 where id in (select id from users limit 5000);'],
])('lets through: %s with %s', (name, text) => {
  expect(faultsOf([migrationOf(name, text)])).toEqual([]);
});

it('would find two of one number', () => {
  const two = ['0099_a.sql', '0099_b.sql'].map(name => migrationOf(name, 'select 1;'));
  expect(faultsOf(two)).toEqual(['0099 is there twice: give one the next number']);
});
