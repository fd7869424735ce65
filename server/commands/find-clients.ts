/**
 * Finds requests by their client as they show it: by words of the name in any order, of which one may be incomplete, and by a whole phone
 * or its last digits. Each condition is a prefix of an indexed expression (migrations 0017 to 0022), so that no plan needs statistics.
 */
import { and, desc, inArray, type SQL, sql } from 'drizzle-orm';
import { SEARCH_MIN } from '#contract/search.ts';
import { readPhones } from '#kit/find-phones.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import { readingsOf } from '#kit/search-words.ts';
import type { Queryable } from '../db/database.ts';
import { requests } from '../db/schema.ts';
import { holds, isMeant, plain } from './plain-text.ts';

/** An expression with an index in the order of code points, and the condition of that partial index. */
type Indexed = { text: SQL; condition: SQL };

/** Everything but letters and digits, as far as names have it. This and the expressions below stand in the migrations too. */
const SIGNS = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+`;

const indexedName = (name: SQL, condition: SQL): Indexed => ({
  text: sql`btrim(regexp_replace(${plain(name)}, ${sql.raw(`'${SIGNS}'`)}, ' ', 'g'))`,
  condition,
});

const name = sql`replace(client_fio, '-', ' ')`;
const word = (at: number) => sql`split_part(${name}, ' ', ${sql.raw(String(at))})`;

/** The name beginning with its first, its second and its third word. */
const NAMES: readonly Indexed[] = [
  indexedName(name, sql`true`),
  indexedName(sql`${word(2)} || ' ' || ${word(3)} || ' ' || ${word(1)}`, sql`${name} like '% %'`),
  indexedName(sql`${word(3)} || ' ' || ${word(1)} || ' ' || ${word(2)}`, sql`${name} like '% % %'`),
];

/** The digits of the first, the second and the third phone, last digit first. */
const PHONES: readonly Indexed[] = [0, 1, 2].map(place => {
  const phone = sql.raw(`phones ->> ${place}`);
  return { text: sql`reverse(${phone})`, condition: sql`${phone} is not null` };
});

/** The last code point: the end of a range of texts with the same start. */
const LAST_CODE_POINT = '\u{10ffff}';

/** Requests of which one of these texts starts with one of `starts`: at most `limit` for each pair, by the text, then the newest. */
function startingWith(indexed: readonly Indexed[], starts: readonly string[], limit: number): SQL {
  const low = sql`sought.low collate "C"`;
  const past = sql`(sought.low || ${LAST_CODE_POINT}::text) collate "C"`;
  const matches = indexed.map(({ text: expression, condition }) => {
    const text = sql`(${expression}) collate "C"`;
    return sql`(select id, ${text} as key from ${requests} where ${condition} and ${text} >= ${low} and ${text} < ${past}
      order by ${text}, id desc limit ${sql.raw(String(limit))})`;
  });
  return sql`json_array_elements_text(${JSON.stringify(starts)}::json) as sought (low)
    cross join lateral (${sql.join(matches, sql` union all `)}) as match`;
}

async function idsOf(on: Queryable, from: SQL, order: SQL, limit: number): Promise<number[]> {
  const rows = await on
    .select({ id: sql`match.id`.mapWith(Number) })
    .from(from)
    .orderBy(order)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Requests by the name of their client, in the order of names; of one name the newest first. */
export async function idsOfNamed(on: Queryable, query: string, limit: number): Promise<number[]> {
  const words = readingsOf(query).filter(reading => reading.some(word => /\p{L}/u.test(word)));
  const orders = words.flatMap(ordersOf).map(order => order.join(' '));
  const starts = [...new Set(orders)].filter(start => [...start].length >= SEARCH_MIN);
  return starts.length > 0
    ? idsOf(on, startingWith(NAMES, starts, limit), sql`match.key, match.id desc`, limit)
    : [];
}

/** The orders of two or three words; more words, or one, keep their order. */
function ordersOf(words: readonly string[]): (readonly string[])[] {
  if (words.length > 3 || words.length < 2) return [words];
  return words.flatMap((word, at) => ordersOf(words.toSpliced(at, 1)).map(rest => [word, ...rest]));
}

const SOME_DIGITS = String.raw`\d(?:[\p{Zs}\p{Pd}.]?\d){3,9}`;
const DIGITS = new RegExp(`^${SOME_DIGITS}$`, 'u');

/** Digits before or after words without digits. */
const NAME_AND_DIGITS = new RegExp(
  String.raw`(?<=^\D*\p{L}\D*[\p{Zs},])${SOME_DIGITS}$|^${SOME_DIGITS}(?=[\p{Zs},]\D*\p{L}\D*$)`,
  'u',
);

/** How many requests with the same last digits are compared at most; four digits fit one phone in ten thousand. */
const SAME_DIGITS_MAX = 1_000;

/** Requests by a phone of their client or its last digits, newest first. */
export async function idsOfPhone(on: Queryable, query: string, limit: number): Promise<number[]> {
  const digits = digitsOf(query);
  if (digits === undefined) return [];
  const backwards = [...digits].reverse().join('');
  return idsOf(on, startingWith(PHONES, [backwards], SAME_DIGITS_MAX), sql`match.id desc`, limit);
}

/** Requests by the last digits of a phone and words of the name together («иванова 9260»), newest first. */
export async function idsOfBoth(on: Queryable, query: string, limit: number): Promise<number[]> {
  const text = withoutInvisible(query);
  const [digits] = NAME_AND_DIGITS.exec(text) ?? [];
  if (digits === undefined) return [];
  const ids = await idsOfPhone(on, digits, SAME_DIGITS_MAX);
  const client = plain(sql`client_fio`);
  const isNamed = isMeant(text.replace(digits, ' '), word => holds(client, word));
  const rows = await on
    .select({ id: requests.id })
    .from(requests)
    .where(and(inArray(requests.id, ids), isNamed))
    .orderBy(desc(requests.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** The digits of a phone in the query, alone or beside a name. */
export function phoneDigitsIn(query: string): string | undefined {
  return digitsOf(NAME_AND_DIGITS.exec(withoutInvisible(query))?.[0] ?? query);
}

/** «45-67», «123 45 67», and a whole phone wherever it stands; undefined for anything else. */
function digitsOf(query: string): string | undefined {
  const [phone] = readPhones(query).phones;
  if (phone) return phone.digits;
  const text = withoutInvisible(query).trim();
  return DIGITS.test(text) ? text.replace(/\D/g, '') : undefined;
}
