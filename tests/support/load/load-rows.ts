/** One slice of the load: contacts with their phones, or requests that name contacts which are all there by then. */
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/database.ts';
import { COMMENTS, MEN, STREETS, TROUBLES, WOMEN } from '#server/db/seed/words.ts';
import { below, dice, inSlice, type LoadSlice, momentAt, pick } from './load-sets.ts';

/** As every contact and request that the page makes has one; by it a request finds its contact here. */
const keyOf = (kind: string, n: string, at: string): SQL =>
  sql.raw(`md5('${kind} of ' || ${n} || ' ' || ${at})::uuid`);

/** What is drawn for a contact, by its number among all. */
const diceOfContact = (number: string): SQL => dice(`'contact' || (${number})`);

/** Numbers of the unassigned code 000, beyond those of the demo accounts; the factor shares none with 10⁷. */
const phoneOf = (contact: string, pos: string | number): SQL =>
  sql.raw(`'7000' || lpad(((1000000 + 3 * (${contact}) + ${pos}) * 7919 % 10000000)::text, 7, '0')`);

/** How many phones a contact has beside its first. */
const morePhones = sql`case when ${below(10, 12)} < 7 then 0 when ${below(10, 12)} < 9 then 1 else 2 end`;

/** The next numbers of an id that the database gives: asked for once for the whole statement. */
const nextId = (table: 'contacts'): SQL =>
  sql.raw(`nextval((select pg_get_serial_sequence('${table}', 'id')::regclass))`);

/** The contacts of a slice, with one to three phones each. */
export async function insertLoadContacts(tx: Tx, people: SQL, slice: LoadSlice): Promise<void> {
  await tx.execute(sql`
    with ${people},
    wanted as (
      select promoter, n, at, before + at as number, (at - 1)::float8 / contacts as progress
      from people, ${inSlice('contacts', slice)} as at
      order by progress, promoter),
    numbered as materialized (
      select ${nextId('contacts')} as id, *, ${diceOfContact('number')} as dice, ${momentAt('progress', slice)} as made_at
      from wanted),
    made as (
      insert into contacts (id, promoter_id, first_name, last_name, comment, client_key, created_at, updated_at)
      select id, promoter, case when ${below(100, 0)} < 55 then ${pick(WOMEN.first, 2)} else ${pick(MEN.first, 2)} end,
        case when ${below(10, 6)} < 9
          then case when ${below(100, 0)} < 55 then ${pick(WOMEN.last, 4)} else ${pick(MEN.last, 4)} end end,
        case when ${below(10, 8)} < 3 then ${pick(COMMENTS, 10)} end, ${keyOf('contact', 'n', 'at')}, made_at, made_at
      from numbered)
    insert into contact_phones (contact_id, pos, full_phone, created_at, updated_at)
    select id, pos, ${phoneOf('number', 'pos')}, made_at, made_at
    from numbered, generate_series(0, ${morePhones}) as pos`);
}

/** The requests of a slice, oldest first, each for a contact that was there before it. */
export async function insertLoadRequests(tx: Tx, people: SQL, slice: LoadSlice): Promise<void> {
  await tx.execute(sql`
    with ${people},
    drawn as materialized (
      select promoter, n, at, before, progress, dice,
        1 + ${below('greatest(1, floor(contacts * progress)::int)', 3)} as contact
      from (select promoter, n, before, contacts, at, ${dice(`'request' || n || ' ' || at`)} as dice,
          (at - 1)::float8 / requests as progress
        from people, ${inSlice('requests', slice)} as at) as spread),
    found as (
      select drawn.*, book.id as contact_id, concat_ws(' ', last_name, first_name) as fio, reports.id as report_id,
        closed_at, closed_by
      from drawn
      join contacts as book on promoter_id = promoter and client_key = ${keyOf('contact', 'n', 'contact')}
      left join reports on reports.promoter_id = promoter and number = 1 + floor(progress * 24)::int
      order by progress, promoter, at),
    numbered as materialized (
      select nextval('request_code_number') as code, *, ${momentAt('progress', slice)} as made_at, ${state} as state,
        (500 + ${below(9_500, 0)}) * 100 + ${below(2, 1)} * 50 as kop,
        case when get_byte(dice, 2) < 154 then 'basa' else 'point' end as type
      from found),
    ${leaves('districts')}, ${leaves('works')}
    insert into requests (promoter_id, contact_id, type, code_number, fullcode, client_fio, phones, district_id,
      work_id, broken, street, house, korp, flat, state_code, tofirm_kop, percent_kop, done_at, paid_at, paid_by,
      report_id, client_key, created_at, updated_at)
    select promoter, contact_id, type, code,
      case type when 'basa' then 'Л-' else 'М-' end || lpad(code::text, greatest(6, length(code::text)), '0'), fio,
      (select case ${morePhones}
          when 0 then jsonb_build_array(${phoneOf('number', 0)})
          when 1 then jsonb_build_array(${phoneOf('number', 0)}, ${phoneOf('number', 1)})
          else jsonb_build_array(${phoneOf('number', 0)}, ${phoneOf('number', 1)}, ${phoneOf('number', 2)}) end
        from (select before + contact as number, ${diceOfContact('before + contact')} as dice) as book),
      ${leafOf('districts', 5)}, ${leafOf('works', 6)},
      case when get_byte(dice, 7) < 205 then ${pick(TROUBLES, 7)} end, ${pick(STREETS, 9)},
      (1 + ${below(120, 10)})::text, case when get_byte(dice, 12) < 38 then '2' end,
      case when get_byte(dice, 13) < 154 then (1 + ${below(200, 13)})::text end, state, ${ofDone('kop')},
      ${ofDone('(kop * 30 + 50) / 100')}, ${ofDone(`made_at + interval '30 minutes'`)},
      ${ofDone('closed_at')}, ${ofDone('closed_by')}, ${ofDone('report_id')},
      ${keyOf('request', 'n', 'at')}, made_at, made_at
    from numbered`);
}

/** What is older than three weeks is done or was cancelled. */
const state = sql`case when get_byte(dice, 15) < 20 then 'cancelled' when progress < 0.97 then 'done'
  when progress < 0.985 then 'in_work' else 'new' end`;

const ofDone = (value: string): SQL => sql.raw(`case when state = 'done' then ${value} end`);

/** What a request may name, as one list of ids for each kind. */
function leaves(table: 'districts' | 'works'): SQL {
  return sql.raw(`${table}_of as materialized (
    select kind, array_agg(id order by id) as ids from ${table} as leaf
    where active and not exists (select from ${table} as below where below.parent_id = leaf.id)
    group by kind)`);
}

/** One of them. Each list is read once for the statement. */
function leafOf(table: 'districts' | 'works', byte: number): SQL {
  const one = (kind: string) => {
    const list = `(select ids from ${table}_of where kind = '${kind}')`;
    return `${list}[1 + get_byte(dice, ${byte}) % cardinality(${list})]`;
  };
  return sql.raw(`case type when 'basa' then ${one('basa')} else ${one('point')} end`);
}
