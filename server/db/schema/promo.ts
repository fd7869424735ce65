import { boolean, char, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
  ...timestamps(),
});

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
