/** What is added up of requests beforehand: see commands/kept-sums.ts. Money in kopecks. */
import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { big, identity, instant } from './columns.ts';

export const sumsUntil = pgTable(
  'sums_until',
  {
    until: instant().notNull(),
    promoter_id: big().notNull(),
    count: big().notNull(),
    done: big().notNull(),
    sum_kop: big().notNull(),
    paid_kop: big().notNull(),
  },
  ({ until, promoter_id }) => [primaryKey({ columns: [until, promoter_id] })],
);

export const sumsOfQuarters = pgTable('sums_of_quarters', {
  begins_at: instant().primaryKey(),
  count: big().notNull(),
  done: big().notNull(),
  sum_kop: big().notNull(),
});

export const sumsChanged = pgTable('sums_changed', {
  id: identity(),
  at: instant().notNull(),
  promoter_id: big().notNull(),
  done: big().notNull(),
  sum_kop: big().notNull(),
  paid_kop: big().notNull(),
});
