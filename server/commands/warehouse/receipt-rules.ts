/** What a receipt may hold, in the rules and the words of the page's own forms. */
import * as v from 'valibot';
import type { saveReceipt } from '#contract/warehouse.ts';
import {
  COUNT,
  DESCRIPTION_MAX,
  LINES_MAX,
  type Limit,
  PERCENT,
  PRICE,
  parseWithin,
  TEXT_MAX,
  VAT,
} from '#domain/warehouse/limits.ts';
import { limitRules } from '#validation/limit-rules.ts';
import { describeIssues } from '#validation/messages.ts';
import type { Rule } from '#validation/rule.ts';
import { dateFormat } from '#validation/rules/dates.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';

/** A receipt as somebody sends it; the contract has seen to its shape. */
export type SentReceipt = v.InferOutput<typeof saveReceipt.input>;

const Typed = v.nullish(v.string(), '');
const Flag = v.pipe(
  v.picklist([0, 1]),
  v.transform(flag => flag === 1),
);
const Named = v.nullish(v.number(), null);

/** A half of a character, as cutting one leaves it, is none that a database could keep. */
const whole = v.transform((text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd'));
const orNull = v.transform((text: string) => text || null);

type Sent = number | string;

/** A number, or the text of one, in whole units of the limit's last place; nothing is 0. */
function unitsOf(limit: Limit, ...rules: readonly Rule<Sent>[]) {
  const sent = v.pipe(v.nullish(v.union([v.number(), v.string()]), ''), ...rules, ...limitRules<Sent>(limit));
  return v.pipe(
    sent,
    v.transform(number => (number === '' ? 0 : readUnits(limit, number))),
  );
}

function readUnits(limit: Limit, sent: Sent): number {
  const units = parseWithin(limit, sent);
  if (units === undefined) throw new Error('a rule has let a number through that is beyond its limit');
  return units;
}

const Line = v.object({
  id: Named,
  nomenclature_id: v.number(),
  count: unitsOf(COUNT, required()),
  price: unitsOf(PRICE, required()),
  tax: unitsOf(PERCENT),
  discount: unitsOf(PERCENT),
  reason: v.pipe(Typed, max(TEXT_MAX), whole, orNull),
});

const Content = v.object({
  warehouse_to: v.pipe(Typed, required()),
  transfer_code: v.pipe(Typed, required(), max(TEXT_MAX), whole),
  contract_id: Named,
  transfer_date: v.pipe(Typed, required(), dateFormat()),
  carried: Flag,
  description: v.pipe(Typed, max(DESCRIPTION_MAX), whole, orNull),
  income_code: v.pipe(Typed, max(TEXT_MAX), whole, orNull),
  income_date: v.pipe(Typed, dateFormat(), orNull),
  VAT: v.nullish(unitsOf(VAT), null),
  VAT_included: Flag,
  // Of what is far too long, no line is looked at.
  nomenclature: v.pipe(v.array(v.unknown()), v.maxLength(LINES_MAX), v.array(Line)),
});

/** A receipt that keeps every rule. Numbers are whole units of their last place; a percentage left empty is none. */
export type ReceiptContent = v.InferOutput<typeof Content>;

export type LineContent = ReceiptContent['nomenclature'][number];

export type FieldErrors = Record<string, string[]>;

/** What was sent by the rules that need nothing but it: the content, or everything that is wrong with it. */
export function readReceipt(sent: SentReceipt) {
  // The rules of a field are said one at a time, and all fields at once.
  const read = v.safeParse(Content, sent, { abortPipeEarly: true });
  return read.success ? { content: read.output } : { errors: describeIssues(read.issues) };
}
