import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyIo } from '#tests/support/admin.ts';
import { seedModeration } from '#tests/support/seed-moderation.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { textRows } from '../../db/copy/tables.ts';
import type { OpenDatabase, Tx } from '../../db/database.ts';
import { DatabaseAway } from '../../db/database-problem.ts';
import { readEnvironment } from '../environment.ts';
import { checkData } from './doctor/data.ts';
import { checkDatabase, connectionsFinding, type Seen, versionFinding } from './doctor/database.ts';
import type { Finding } from './doctor/finding.ts';
import { checkMachine, spaceFinding } from './doctor/machine.ts';
import { doctor } from './doctor.ts';

const folder = mkdtempSync(join(tmpdir(), 'promo-doctor-'));
let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await seedModeration(opened.db, { promoters: 2, requestsEach: 30, openReports: [2] });
  await opened.db.execute(sql`insert into user_role select 1, id from roles where name = 'admin'`);
  // What is seeded by sets leaves the sequences to the identity columns, all but this one.
  await opened.db.execute(sql`select setval('request_code_number', (select max(code_number) from requests))`);
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const wrongIn = (findings: readonly Finding[]) =>
  findings.flatMap(({ how, line }) => (how === 'bad' ? line : []));

/** What is wrong after some statements, which are then taken back. */
async function wrongAfter(
  look: (seen: Seen) => Promise<Finding[]>,
  statements: readonly string[],
  rest: Partial<Seen> = {},
): Promise<string[]> {
  let wrong: string[] = [];
  const done = new Error('taken back');
  const work = opened.db.transaction(async (tx: Tx) => {
    for (const statement of statements) await tx.execute(sql.raw(statement));
    const seen = { db: tx, now: Date.now, env: readEnvironment({}), ...rest };
    wrong = wrongIn(await look(seen));
    throw done;
  });
  await expect(work).rejects.toBe(done);
  return wrong;
}

describe('the machine', () => {
  const env = (dataDir: string, distDir = folder) => ({ ...readEnvironment({}), dataDir, distDir });

  it('is found right, and what is wrong with it is told: Node, build, folder, rights, disk', () => {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    writeFileSync(join(data, 'backups'), 'x', { mode: 0o600 });
    writeFileSync(join(folder, '.built'), '');
    expect(wrongIn(checkMachine(env(data), '20.19.0'))).toEqual([]);
    expect(wrongIn(checkMachine(env(data), '20.18.9'))).toEqual([expect.stringContaining('Node.js 20.18.9')]);
    expect(wrongIn(checkMachine(env(data, data)))).toEqual([expect.stringContaining('не собрана')]);
    expect(wrongIn(checkMachine(env(join(folder, 'none'))))).toEqual([expect.stringContaining('нет')]);
    chmodSync(data, 0o755);
    chmodSync(join(data, 'backups'), 0o640);
    const open = wrongIn(checkMachine(env(data)));
    expect(open).toEqual([expect.stringContaining('755'), expect.stringContaining('backups открыт другим')]);
    expect(wrongIn([spaceFinding('/', { bavail: 1000, bsize: 4096 })])).toHaveLength(1);
  });
});

describe('the database', () => {
  it('is found right', async () => {
    expect(await wrongAfter(checkDatabase, [])).toEqual([]);
  });

  it.each([
    ['an older state', `delete from migrations where name like '0006%'`, 'База не обновлена'],
    ['a newer state', `insert into migrations values ('9999_future.sql')`, 'База новее программы'],
    ['a sequence behind its ids', `alter sequence users_id_seq restart`, 'users_id_seq'],
    ['code numbers behind', `alter sequence request_code_number restart`, 'request_code_number'],
  ])('%s is told', async (_what, statement, said) => {
    expect(await wrongAfter(checkDatabase, [statement])).toEqual([expect.stringContaining(said)]);
  });

  it('another time than ours, too few connections and too old a version are told', async () => {
    const ahead = await wrongAfter(checkDatabase, [], { now: () => Date.now() + 60_000 });
    expect(ahead).toEqual([expect.stringMatching(/расходятся на (59|6\d) с/)]);
    expect(connectionsFinding({ most: 100, taken: 90, pool: 10 }).how).toBe('good');
    expect(connectionsFinding({ most: 100, taken: 91, pool: 10 }).how).toBe('bad');
    const at = (day: string) => Date.parse(day);
    expect(versionFinding('15.18 (Debian)', 'DATABASE_URL', at('2026-08-13')).how).toBe('good');
    expect(versionFinding('18.4', '/data', at('2026-11-14')).how).toBe('good');
    expect(versionFinding('18.4', '/data', at('2026-11-15'))).toEqual({
      how: 'note',
      line: expect.stringContaining('должен быть уже 18.6, обновите программу или задайте POSTGRES_BIN'),
    });
    expect(versionFinding('19.0', '/data', at('2027-11-15')).how).toBe('good');
    expect(versionFinding('14.9', 'DATABASE_URL', at('2026-11-15')).how).toBe('bad');
  });
});

/** Without the constraints that make such rows impossible. */
async function unguarded(): Promise<string[]> {
  const rows = await textRows<'drop'>(
    opened.db,
    sql`select format('alter table %I drop constraint %I', c.relname, k.conname) as drop
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and k.contype in ('c', 'f')`,
  );
  return rows.map(row => row.drop ?? '');
}

describe('the data', () => {
  it('is found right', async () => {
    expect(await wrongAfter(checkData, [])).toEqual([]);
  });

  it.each([
    ['update requests set percent_kop = percent_kop + 1 where tofirm_kop is not null', 'не 30 %'],
    ['update requests set report_id = null where paid_at is not null', 'вне отчета'],
    ['update reports set promoter_id = promoter_id + 1', 'другого промоутера или без отчета'],
    [
      `insert into payments select 1, 1, 2, 100, 1, null, null, now(), now()`,
      'число заявок или сумма другие: 1',
    ],
    [
      `with returned as (insert into payments select 1, promoter_id, 1, percent_kop, paid_by, now(), paid_by, paid_at, now()
        from requests where paid_at is not null order by id limit 1)
      insert into payment_requests select 1, id, report_id, false, tofirm_kop, percent_kop
        from requests where paid_at is not null order by id limit 1`,
      'все еще выплачены: 1',
    ],
    ['delete from contacts', 'другого промоутера или без контакта'],
    ['delete from contacts', 'Телефоны без контакта'],
    [`insert into stock_rows select 1, 99, 0, 1, 1, 0, 0, 0, null, now(), now()`, 'Строки без складского'],
    [`update users set status = 'blocked'`, 'ни одного действующего администратора'],
    [
      `insert into idempotency_keys select 1, '', '', '', null, null, null, now() - interval '40 days', now()`,
      'Не убрано старых токенов и ключей: 1',
    ],
  ])('after "%s" it is told', async (statement, said) => {
    const wrong = await wrongAfter(checkData, [...(await unguarded()), statement]);
    expect(wrong).toContainEqual(expect.stringContaining(said));
  });

  it('tells of the password that everybody knows, as a fault where others can reach the server', async () => {
    const hash = await hashPassword('demo-demo');
    const demo = `update users set email = 'admin@example.com', password_hash = '${hash}' where id = 1`;
    expect(await wrongAfter(checkData, [demo])).toEqual([]);
    const other = await hashPassword('changed');
    const changed = demo.replace(hash, other);
    expect(await wrongAfter(checkData, [changed], { env: readEnvironment({ HOST: '0.0.0.0' }) })).toEqual([]);
    for (const settings of [{ HOST: '0.0.0.0' }, { DATABASE_URL: 'postgres://x' }]) {
      const wrong = await wrongAfter(checkData, [demo], { env: readEnvironment(settings) });
      expect(wrong).toEqual([expect.stringContaining('подходит к admin@example.com')]);
    }
  });
});

it('says what it can where the data cannot be opened', async () => {
  const prepared = doctor.prepare([]);
  if (prepared.place === 'nowhere') throw new Error('the doctor looks at data');
  const cause = new DatabaseAway(new Error('connect'), { wasAsked: false });
  const received = prepared.withoutData?.(
    emptyIo(),
    readEnvironment({ DATABASE_URL: 'postgres://x' }),
    cause,
  );
  await expect(received).rejects.toThrow(/Node\.js[\s\S]*База недоступна: .*не отвечает/);
});
