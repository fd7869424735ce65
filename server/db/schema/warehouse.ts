import { boolean, date, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { big, identity, timestamps } from './columns.ts';

export const warehouses = pgTable('warehouses', {
  id: identity(),
  title: text().notNull().unique(),
  ...timestamps(),
});

export const nomenclature = pgTable('nomenclature', {
  id: identity(),
  title: text().notNull(),
  /** The title as it is looked for: small letters of every alphabet, which not every database can make. */
  search_title: text().notNull(),
  unit: text().notNull(),
  price_kop: big().notNull(),
  ...timestamps(),
});

export const stockDocs = pgTable('stock_docs', {
  id: identity(),
  kind: text({ enum: ['enter', 'loss', 'move', 'inventory'] }).notNull(),
  transfer_code: text().notNull(),
  transfer_date: date({ mode: 'string' }).notNull(),
  carried: boolean().notNull(),
  warehouse_from_id: big(),
  warehouse_to_id: big(),
  contract_user_id: big(),
  description: text(),
  income_code: text(),
  income_date: date({ mode: 'string' }),
  /** Percent. */
  vat: numeric({ precision: 5, scale: 2 }),
  vat_included: boolean().notNull(),
  /** Grows with every save. */
  version: big().notNull().default(1),
  updated_by: big(),
  ...timestamps(),
});

export const stockRows = pgTable('stock_rows', {
  id: identity(),
  doc_id: big().notNull(),
  pos: integer().notNull(),
  nomenclature_id: big().notNull(),
  count: numeric({ precision: 14, scale: 3 }).notNull(),
  price_kop: big().notNull(),
  /** Percent, 0 to 10. */
  tax: numeric({ precision: 4, scale: 2 }).notNull(),
  /** Percent, 0 to 10. */
  discount: numeric({ precision: 4, scale: 2 }).notNull(),
  reason: text(),
  ...timestamps(),
});

/**
 * A title as it is stored to be looked for, and the text that somebody looks for: small letters of every alphabet, ё as е,
 * single spaces. Made here alone, because not every database knows other letters than English ones.
 */
export function searchTitleOf(title: string): string {
  return title.normalize('NFC').toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
}
