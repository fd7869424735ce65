/** What the statements of the load are put together from: who has how much, and draws that are the same each time. */
import { type SQL, sql } from 'drizzle-orm';

/** How large. Every promoter gets a contact at least, so there must not be fewer of those. */
export type LoadPlan = { promoters: number; contacts: number; requests: number };

/** A slice of the two years up to now. */
export type LoadSlice = { slice: number; slices: number; now: string };

/** How steeply it falls from the busiest promoter to the laziest: from 50 times the average to a sixth of it. */
const STEEPNESS = 290;

/** Shares no factor with any usual number of promoters, so that neighbours by id are none by size. */
const STRIDE = 7_919;

/**
 * Rows `people (promoter, n, before, contacts, requests)`: the user's id, the number in the address, how many contacts
 * those of lesser rank have, and how many they have themselves. Exact in the sum; whoever has many contacts has many requests.
 */
export function peopleOfLoad({ promoters, contacts, requests }: LoadPlan): SQL {
  const upTo = (total: number, rank: string) =>
    sql.raw(`round(${total} * ln(1 + ${STEEPNESS}.0::float8 * (${rank}) / ${promoters})
      / ln(1 + ${STEEPNESS}.0::float8))::bigint`);
  const spare = contacts - promoters;
  return sql`people as materialized (
    select promoter, n, ${upTo(spare, 'rank')} + rank as before,
      (${upTo(spare, 'rank + 1')} - ${upTo(spare, 'rank')} + 1)::int as contacts,
      (${upTo(requests, 'rank + 1')} - ${upTo(requests, 'rank')})::int as requests
    from (select id as promoter, n, n * ${sql.raw(String(STRIDE))}::bigint % ${sql.raw(String(promoters))} as rank
      from (select id, substr(email, 5, 6)::bigint as n from users
        where email like 'load______@example.com') as numbered) as ranked)`;
}

/** Which of so many things, spread evenly over the two years, come in this slice; the first comes at their beginning. */
export function inSlice(total: string, { slice, slices }: LoadSlice): SQL {
  const before = (slicesGone: number) => `(${total}::bigint * ${slicesGone} + ${slices - 1}) / ${slices}`;
  return sql.raw(`generate_series(${before(slice)} + 1, ${before(slice + 1)})`);
}

/** Sixteen bytes that look drawn, of a text in SQL. */
export function dice(of: string): SQL {
  return sql.raw(`decode(md5(${of}), 'hex')`);
}

/** A number below `limit` from two bytes of `dice`, beginning at `byte`. */
export function below(limit: string | number, byte: number): SQL {
  return sql.raw(`((get_byte(dice, ${byte}) * 256 + get_byte(dice, ${byte + 1})) % ${limit})`);
}

/** One of our words. The list is a parameter and is read once for the statement. */
export function pick(words: readonly string[], byte: number): SQL {
  const list = sql`array(select jsonb_array_elements_text(${JSON.stringify(words)}::text::jsonb))`;
  return sql`(${list})[1 + ${below(words.length, byte)}]`;
}

/** The moment at a share of the two years. */
export function momentAt(progress: string, { now }: LoadSlice): SQL {
  return sql`${now}::timestamptz - interval '730 days' * (1 - ${sql.raw(progress)})`;
}
