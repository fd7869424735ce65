/** A small firm in which every table has rows, and every column the worst that it can hold. */
import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { seedFixture } from './fixture.ts';

/** All control characters but NUL, which no database takes, quotes, a formula, halves of escapes, and many bytes a letter. */
export const HOSTILE = `${Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).join('')}\u007f\u2028"'\\u0041\\\\N;=1+1\tё👩‍👩‍👧‍👦\u{10FFFF}\ufeff`;

const LONG = 'Длинный комментарий 😀 '.repeat(3_000);

/** Plants it, and gives the hostile rows ids far from one another. */
export async function seedHostile(db: Db, now: number): Promise<void> {
  const { users, references } = await seedFixture(db, now);
  const promoter = users.promoter.id;
  await transact(db, async tx => {
    const at = sql.raw(`timestamptz '2026-11-22 10:11:12.123456+00'`);
    const edge = sql.raw(`timestamptz '0044-03-15 12:00:00.000001+00 BC'`);
    const never = sql.raw(`timestamptz 'infinity'`);
    const key = sql.raw(`'00000000-0000-4000-8000-000000000001'::uuid`);
    await tx.execute(sql`insert into settings values ('hostile', ${JSON.stringify({ [HOSTILE]: [null, HOSTILE] })}::jsonb, ${at}, ${edge}),
      ('nothing', 'null', ${at}, ${at}), ('number', '12345678901234567890.1234567890e3', ${at}, ${at}), ('text', '"null"', ${at}, ${at})`);
    await tx.execute(sql`insert into contacts (id, promoter_id, first_name, last_name, comment, client_key, deleted_at, created_at, updated_at)
      values (9007199254740993, ${promoter}, ${HOSTILE}, '', ${LONG}, ${key}, ${never}, ${at}, ${edge}), (8, ${promoter}, '', null, null, null, null, ${at}, ${at})`);
    await tx.execute(sql`insert into contact_phones (contact_id, pos, full_phone, created_at, updated_at)
      values (9007199254740993, 2147483647, '70000000001', ${at}, ${at}), (8, -2147483648, '70000000002', ${at}, ${at})`);
    // A child that stands before its parent.
    await tx.execute(sql`insert into districts (id, kind, name, parent_id, sort, active, created_at, updated_at)
      values (9001, 'point', ${HOSTILE}, 9002, 0, false, ${at}, ${at}), (9002, 'point', 'Позже', null, 0, true, ${at}, ${at})`);
    await tx.execute(sql`insert into works (id, kind, name, parent_id, sort, active, created_at, updated_at)
      values (9001, 'point', ${HOSTILE}, 9002, 0, false, ${at}, ${at}), (9002, 'point', 'Позже', 9001, 0, true, ${at}, ${at})`);
    await tx.execute(sql`insert into reports (id, promoter_id, number, closed_at, closed_by, created_by, created_at, updated_at, version)
      values (5, ${promoter}, 1, ${at}, ${users.moderator.id}, ${users.moderator.id}, ${at}, ${at}, 9223372036854775807)`);
    const request = (code: number, rest: ReturnType<typeof sql>) => sql`insert into requests
      (promoter_id, contact_id, type, code_number, fullcode, client_fio, phones, district_id, work_id, street, state_code,
       tofirm_kop, percent_kop, done_at, report_id, client_key, broken, created_at, updated_at)
      select ${promoter}, 8, 'basa', ${code}, ${`Л-${code}`}, ${HOSTILE}, '[]', ${references.basaDistrict}, ${references.basaWork}, ${HOSTILE}, 'done',
        ${rest}, ${at}, ${at}`;
    await tx.execute(request(7, sql`300000000000000000, 90000000000000000, ${at}, 5, ${key}, ${LONG}`));
    await tx.execute(request(8, sql`null, null, null, null, null, null`));
    await tx.execute(sql`insert into payments (id, promoter_id, count, percent_kop, created_by, taken_back_at, taken_back_by, created_at, updated_at)
      values (9007199254740995, ${promoter}, 1, 90000000000000000, ${users.moderator.id}, ${never}, ${promoter}, ${at}, ${edge})`);
    await tx.execute(
      sql`insert into payment_reports values (9007199254740995, 5, true, 9223372036854775807)`,
    );
    await tx.execute(sql`insert into payment_requests (payment_id, request_id, report_id, was_due, tofirm_kop, percent_kop)
      select 9007199254740995, id, 5, false, null, 90000000000000000 from requests where code_number = 7`);
    await tx.execute(sql`select setval('request_code_number', 41)`);
    await tx.execute(
      sql`insert into warehouses (title, created_at, updated_at) values (${HOSTILE}, ${at}, ${at})`,
    );
    await tx.execute(sql`insert into nomenclature (title, search_title, unit, price_kop, created_at, updated_at)
      values (${HOSTILE}, '%_', 'шт', 9223372036854775807, ${at}, ${at})`);
    await tx.execute(sql`insert into stock_docs (id, kind, transfer_code, transfer_date, carried, vat, vat_included, created_at, updated_at)
      values (3, 'enter', ${HOSTILE}, 'infinity', true, 100.00, false, ${at}, ${at}), (4, 'loss', '', '0001-01-01', true, 0.10, false, ${at}, ${at})`);
    await tx.execute(sql`insert into stock_rows (doc_id, pos, nomenclature_id, count, price_kop, tax, discount, reason, created_at, updated_at)
      select 3, at, n.id, c, 0, 10.00, 0, ${HOSTILE}, ${at}, ${at} from nomenclature n, (values (1, 99999999999.999), (2, 0.001), (3, 1.000)) as v (at, c)`);
    await tx.execute(sql`insert into policies (id, name, rule_combine, target, rules, created_at, updated_at)
      values (0, ${HOSTILE}, 'allowIfNotDenied', '{}', ${JSON.stringify([{ name: HOSTILE }])}::jsonb, ${at}, ${at})`);
    const sealed = sql.raw(`decode('00ff005c27220a0d7f80', 'hex')`);
    await tx.execute(sql`insert into oauth_access_tokens (token_hash, family, generation, user_id, client_id, scopes, expires_at, created_at, updated_at, bearer, name)
      values (${HOSTILE}, ${key}, 1, ${promoter}, 1, '[]', ${at}, ${at}, ${at}, 'personal', ${HOSTILE}),
        ('Ё', ${key}, 1, ${promoter}, 2, '["a"]', ${at}, ${at}, ${at}, 'page', null), ('e', ${key}, 1, ${promoter}, 2, 'null', ${at}, ${at}, ${at}, 'page', null)`);
    await tx.execute(sql`insert into oauth_refresh_tokens (token_hash, family, generation, user_id, client_id, scopes, expires_at, family_expires_at, successor, created_at, updated_at)
      values ('r', ${key}, 1, ${promoter}, 2, '[]', ${at}, ${at}, ${sealed}, ${at}, ${at})`);
    await tx.execute(sql`insert into oauth_codes (code_hash, family, client_id, user_id, redirect_uri, scopes, challenge, expires_at, created_at, updated_at)
      values ('c', ${key}, 2, ${promoter}, ${HOSTILE}, '[]', '', ${at}, ${at}, ${at})`);
    await tx.execute(sql`insert into idempotency_keys (user_id, route, key, fingerprint, status, headers, body, created_at, updated_at)
      values (${promoter}, '/Б', ${HOSTILE}, '', 200, '{}', decode(repeat('00ff', 70000), 'hex'), ${at}, ${at}),
        (${promoter}, '/а', 'k', '', null, null, '', ${at}, ${at}), (${promoter}, '/а', 'K', '', null, 'null', null, ${at}, ${at})`);
    await tx.execute(sql`insert into audit_log (at, actor_id, action, entity, before, after) values
      (${at}, 0, ${HOSTILE}, '', null, 'null'), (${at}, 0, '', '', '{"n": 1.10, "m": 1e2}', '[]')`);
    await tx.execute(sql`insert into login_attempts values ('h', 3, ${at}, ${never})`);
    await tx.execute(
      sql`insert into sums_until values (${never}, ${promoter}, 1, 1, 300000000000000000, 9223372036854775807)`,
    );
    await tx.execute(sql`insert into sums_of_quarters values (${never}, 1, 1, -9223372036854775808)`);
    await tx.execute(sql`insert into sums_changed (at, promoter_id, done, sum_kop, paid_kop)
      values (${never}, ${promoter}, -1, -300000000000000000, 0)`);
  });
}
