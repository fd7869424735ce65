import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether `value` is one of the first column of `list`. Said so it is looked up in a hash of the list, made once; a bare `in` of a
 * condition is planned as a join, and that as a loop over both where one row is expected.
 */
export const isAmong = (value: SQL, list: SQL): SQL => sql`(${value} in (${list})) is true`;
