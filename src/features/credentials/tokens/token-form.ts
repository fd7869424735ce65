import * as v from 'valibot';
import { DAY_MS } from '#kit/clock.ts';
import type { WallClock } from '#kit/date.ts';
import { fields, text } from '#validation/fields.ts';
import { texts } from './texts.ts';

/**
 * The form of a new token. It refuses nothing itself, as the specification says. `lifetime`: LONGEST, a number of
 * days, or UNTIL_DATE with the day in `until`.
 */
export const TokenForm = fields({
  name: text(texts.name),
  lifetime: text(texts.lifetime),
  until: text(texts.until),
  scopes: v.pipe(v.array(v.string()), v.title(texts.scopes)),
});
export type TokenForm = v.InferOutput<typeof TokenForm>;

export const LONGEST = 'longest';
export const UNTIL_DATE = 'date';

/** Those that are offered beside the longest and a date. */
export const SHORT_LIFETIMES_DAYS = [30, 90];

/** A forgotten token is then soon good for nothing. */
const USUAL_LIFETIME = String(SHORT_LIFETIMES_DAYS[0]);

export const EMPTY_TOKEN_FORM: TokenForm = { name: '', lifetime: USUAL_LIFETIME, until: '', scopes: [] };

/**
 * How many days a token is to be good; undefined: as many as can be, null: there is no date yet. `daysMax`: undefined where the
 * backend takes no wish.
 */
export function daysOf(
  { lifetime, until }: TokenForm,
  now: WallClock,
  daysMax: number | undefined,
): number | undefined | null {
  if (daysMax === undefined || lifetime === LONGEST) return undefined;
  if (lifetime === UNTIL_DATE) {
    return until === '' ? null : (Date.parse(until) - Date.parse(now.slice(0, 10))) / DAY_MS;
  }
  const days = Number(lifetime);
  return days < daysMax ? days : undefined;
}
