import { boolean, char, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { big, identity, instant, timestamps } from './columns.ts';

const orderType = () => text({ enum: ['basa', 'point'] });

export const contacts = pgTable('contacts', {
  id: identity(),
  promoter_id: big().notNull(),
  first_name: text().notNull(),
  last_name: text(),
  comment: text(),
  /** The Idempotency-Key that made the row: exactly-once outlives the purge of the keys. */
  client_key: uuid(),
  deleted_at: instant(),
  ...timestamps(),
});

export const contactPhones = pgTable('contact_phones', {
  id: identity(),
  contact_id: big().notNull(),
  pos: integer().notNull(),
  full_phone: char({ length: 11 }).notNull(),
  ...timestamps(),
});

const reference = () => ({
  id: identity(),
  kind: orderType().notNull(),
  name: text().notNull(),
  parent_id: big(),
  sort: integer().notNull(),
  active: boolean().notNull(),
  ...timestamps(),
});

export const districts = pgTable('districts', reference());
export const works = pgTable('works', reference());

export const requestStates = pgTable('request_states', {
  id: identity(),
  code: text().notNull().unique(),
  name: text().notNull(),
  is_done: boolean().notNull(),
  sort: integer().notNull(),
  ...timestamps(),
});

export const reports = pgTable('reports', {
  id: identity(),
  promoter_id: big().notNull(),
  number: big().notNull(),
  closed_at: instant(),
  closed_by: big(),
  created_by: big().notNull(),
  /** Grows with every change inside the report: closing, opening, paying, taking a payment back. */
  version: big().notNull().default(1),
  /** When the payment was taken back for which the report was made. */
  returned_at: instant(),
  ...timestamps(),
});

/** What was paid to a promoter at once; taken back, it keeps its number, its sums and its rows. */
export const payments = pgTable('payments', {
  id: identity(),
  promoter_id: big().notNull(),
  count: big().notNull(),
  percent_kop: big().notNull(),
  created_by: big().notNull(),
  taken_back_at: instant(),
  taken_back_by: big(),
  ...timestamps(),
});

export const paymentReports = pgTable(
  'payment_reports',
  {
    payment_id: big().notNull(),
    report_id: big().notNull(),
    is_made: boolean().notNull(),
    /** The report's version after the payment. */
    version: big().notNull(),
  },
  ({ payment_id, report_id }) => [primaryKey({ columns: [payment_id, report_id] })],
);

export const paymentRequests = pgTable(
  'payment_requests',
  {
    payment_id: big().notNull(),
    request_id: big().notNull(),
    report_id: big().notNull(),
    /** Whether the payment put it into the report. */
    was_due: boolean().notNull(),
    tofirm_kop: big(),
    percent_kop: big().notNull(),
  },
  ({ payment_id, request_id }) => [primaryKey({ columns: [payment_id, request_id] })],
);

export const requests = pgTable('requests', {
  id: identity(),
  promoter_id: big().notNull(),
  contact_id: big().notNull(),
  type: orderType().notNull(),
  code_number: big().notNull().unique(),
  fullcode: text().notNull(),
  /** Name and phones as they were when the order was made. */
  client_fio: text().notNull(),
  phones: jsonb().$type<string[]>().notNull(),
  district_id: big().notNull(),
  work_id: big().notNull(),
  broken: text(),
  street: text().notNull(),
  house: text(),
  korp: text(),
  flat: text(),
  state_code: text().notNull(),
  tofirm_kop: big(),
  percent_kop: big(),
  done_at: instant(),
  paid_at: instant(),
  paid_by: big(),
  report_id: big(),
  client_key: uuid(),
  ...timestamps(),
});
