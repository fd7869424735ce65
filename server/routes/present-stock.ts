/** Documents of the warehouse as the contract's JSON: numbers are numbers, prices roubles, flags 0 or 1. */
import { toRoubles } from '#kit/money.ts';
import type {
  ListedDocRow,
  NomenclatureRow,
  StockDocRow,
  StockLineRow,
} from '../commands/warehouse/stock-docs.ts';
import { presentDate } from './present.ts';

export function presentListedReceipt(row: ListedDocRow) {
  const { id, transfer_code, carried, transfer_date, description, updated_at } = presentListed(row);
  return { id, transfer_code, carried, transfer_date, warehouse_to: titleOf(row), description, updated_at };
}

export function presentListedWriteOff(row: ListedDocRow) {
  const { id, transfer_code, carried, transfer_date, description, updated_at } = presentListed(row);
  return { id, transfer_code, carried, transfer_date, loss_from: titleOf(row), description, updated_at };
}

function presentListed(row: ListedDocRow) {
  return {
    id: row.id,
    transfer_code: row.transfer_code,
    carried: flagOf(row.carried),
    transfer_date: row.transfer_date,
    description: row.description ?? '',
    updated_at: presentDate(row.updated_at),
  };
}

export function presentReceipt(row: StockDocRow) {
  const { id, ...rest } = presentDocument(row);
  return { id, warehouse_to: titleOf(row), ...rest };
}

export function presentWriteOff(row: StockDocRow) {
  const { id, ...rest } = presentDocument(row);
  return { id, loss_from: titleOf(row), ...rest };
}

function presentDocument(row: StockDocRow) {
  return {
    id: row.id,
    transfer_code: row.transfer_code,
    contract_id: row.contract_id,
    transfer_date: row.transfer_date,
    carried: flagOf(row.carried),
    description: row.description ?? '',
    income_code: row.income_code ?? '',
    income_date: row.income_date,
    VAT: row.vat === null ? null : Number(row.vat),
    VAT_included: flagOf(row.vat_included),
    nomenclature: row.lines.map(presentLine),
    updated_at: presentDate(row.updated_at),
    updated_by: row.updated_by,
    version: row.version,
  };
}

function presentLine(line: StockLineRow) {
  return {
    id: line.id,
    nomenclature_id: line.nomenclature_id,
    title: line.title,
    unit: line.unit,
    // At most fourteen digits: a JavaScript number keeps them all.
    count: Number(line.count),
    price: toRoubles(line.price_kop),
    tax: Number(line.tax),
    discount: Number(line.discount),
    reason: line.reason ?? '',
  };
}

export function presentNomenclature({ id, title, price_kop, unit }: NomenclatureRow) {
  return { id, title, price: toRoubles(price_kop), unit };
}

function titleOf({ warehouse }: { warehouse: string | null }): string {
  return warehouse ?? '';
}

function flagOf(is: boolean): 0 | 1 {
  return is ? 1 : 0;
}
