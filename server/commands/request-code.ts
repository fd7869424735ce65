import type { OrderType } from '#contract/orders.ts';
import { withoutInvisible } from '#kit/invisible.ts';
import { fullcodeOf } from './send-order.ts';

/** A request as people name it: its number, and its type where they wrote the letter too. */
export type RequestCode = { number: number; type: OrderType | undefined };

/** People type the letter in either alphabet: Л and М, or L and M. */
const TYPES: Readonly<Record<string, OrderType>> = { Л: 'basa', L: 'basa', М: 'point', M: 'point' };

const CODE = /^(?:([ЛМLM])\s*-?\s*)?(\d{1,15})$/iu;

/** A code as it was meant: without signs that are not seen, any hyphen as one, and nothing of the sentence around it. */
export function readCode(text: string): string {
  return withoutInvisible(text)
    .normalize('NFC')
    .replace(/\p{Pd}/gu, '-')
    .replace(/^\s+|[\s.,;]+$/g, '');
}

/** Reads «Л-000123», «L-123» and «123»; undefined for anything else. */
export function readRequestCode(text: string): RequestCode | undefined {
  const [, letter, digits] = CODE.exec(readCode(text)) ?? [];
  if (digits === undefined || Number(digits) === 0) return undefined;
  return { number: Number(digits), type: letter ? TYPES[letter.toUpperCase()] : undefined };
}

/** The code as it was meant: in full where the type is known. */
export function showRequestCode({ number, type }: RequestCode): string {
  return type ? fullcodeOf(type, number) : String(number);
}
