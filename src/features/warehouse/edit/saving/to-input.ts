import type { InputOf } from '#contract/endpoint.ts';
import type { Receipt, saveReceipt } from '#contract/warehouse.ts';
import { dayOf, type HeadForm } from '../head/head-form.ts';

type SaveInput = InputOf<typeof saveReceipt>;

/** What is sent: days that nobody has changed go back as they were read, what is left empty is null. */
export function toInput(head: HeadForm, lines: SaveInput['nomenclature'], base: Receipt): SaveInput {
  const known = new Set(base.nomenclature.map(({ id }) => id));
  return {
    id: base.id,
    warehouse_to: head.warehouse_to,
    transfer_code: head.transfer_code,
    contract_id: head.contract_id === '' ? null : Number(head.contract_id),
    transfer_date: dayToSend(head.transfer_date, base.transfer_date),
    carried: head.carried ? 1 : 0,
    description: head.description || null,
    income_code: head.income_code || null,
    income_date: dayToSend(head.income_date, base.income_date),
    VAT: head.VAT === '' ? null : Number(head.VAT.replace(/\s/g, '').replace(',', '.')),
    VAT_included: head.VAT_included ? 1 : 0,
    // A line that the version to be replaced has no longer is a new one again.
    nomenclature: lines.map(line => (known.has(line.id ?? null) ? line : { ...line, id: null })),
  };
}

function dayToSend(day: string, stored: string | null): string | null {
  if (day === dayOf(stored)) return stored || null;
  return day || null;
}
