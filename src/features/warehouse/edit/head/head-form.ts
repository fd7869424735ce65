import * as v from 'valibot';
import type { Receipt } from '#contract/warehouse.ts';
import type { Form } from '#ui/form/use-form.ts';
import { fields, text } from '#validation/fields.ts';
import { labels } from '../texts.ts';

const flag = (label: string) => v.pipe(v.boolean(), v.title<boolean, string>(label));

/**
 * What is typed in the fields of a receipt above its lines. The names are the contract's: refusals find them. What is required and
 * how long a text may be is the server's to say; the specification has no rules of the page for them.
 */
export const HeadForm = fields({
  transfer_code: text(labels.transfer_code),
  transfer_date: text(labels.transfer_date),
  warehouse_to: text(labels.warehouse_to),
  contract_id: text(labels.contract_id),
  income_code: text(labels.income_code),
  income_date: text(labels.income_date),
  VAT: text(labels.VAT),
  VAT_included: flag(labels.VAT_included),
  carried: flag(labels.carried),
  description: text(labels.description),
});
export type HeadForm = v.InferOutput<typeof HeadForm>;

export type HeadFormApi = Form<HeadForm, HeadForm>;

/** What the form starts from. */
export function headOf(receipt: Receipt): HeadForm {
  return {
    transfer_code: receipt.transfer_code,
    transfer_date: dayOf(receipt.transfer_date),
    warehouse_to: receipt.warehouse_to,
    contract_id: receipt.contract_id === null ? '' : String(receipt.contract_id),
    income_code: receipt.income_code,
    income_date: dayOf(receipt.income_date),
    VAT: receipt.VAT === null ? '' : String(receipt.VAT).replace('.', ','),
    VAT_included: receipt.VAT_included === 1,
    carried: receipt.carried === 1,
    // As a field of several lines holds them, so that typing something back is no change.
    description: receipt.description.replace(/\r\n?/g, '\n'),
  };
}

/** Other backends tell a time with the day. */
export function dayOf(date: string | null): string {
  return date?.slice(0, 10) ?? '';
}
