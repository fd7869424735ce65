import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Request } from './requests.ts';
import { Amount, Id, IdSegment, lenient, list, Roubles, requiredText, Text } from './wire.ts';

/** Code points that our server takes at most; the form has no such rule. */
export const NAME_MAX = 255;
export const EMAIL_MAX = 255;

/** The filter's value that stands for all promoters. */
export const ALL_PROMOTERS = -1;

/** The server's message at `email` when the address is taken. */
export const EMAIL_TAKEN = 'Такой Email уже занят.';

/** The server's message at `password_confirmation` when it differs. */
export const PASSWORDS_DIFFER = 'Пароли не совпадают';

/** A promoter as pickers list them. */
export const Promoter = v.object({ id: Id, name: Text });
export type Promoter = v.InferOutput<typeof Promoter>;

/** Every promoter, by name. */
export const listPromoters = endpoint({
  title: 'промоутеры',
  method: 'GET',
  path: '/api/promo/moderation/promoters',
  guard: 'edit_promoters',
  scope: 'moderation',
  input: v.object({}),
  reply: list(Promoter),
});

const Password = v.pipe(v.string(), v.nonEmpty());

/**
 * Makes a promoter's account. Name and e-mail have at most 255 code points and are trimmed, as every text. A password has no least
 * length and is taken as it is sent, neither trimmed nor cut: our page trims it. The server compares it with its confirmation.
 */
export const addPromoter = endpoint({
  title: 'добавление промоутера',
  method: 'POST',
  path: '/api/promo/moderation/add',
  guard: 'edit_promoters',
  scope: 'moderation',
  takesIdempotencyKey: true,
  succeedsBy: 'id',
  input: v.object({
    name: requiredText(NAME_MAX),
    email: v.pipe(requiredText(EMAIL_MAX), v.email()),
    password: Password,
    password_confirmation: Password,
  }),
  reply: v.object({ id: Id, name: lenient(Text), email: lenient(Text) }),
});

/** Any request by its id, with the report that contains it. */
export const getModerationRequest = endpoint({
  title: 'заявка промоутера',
  method: 'GET',
  path: '/api/promo/moderation/request/:id',
  guard: 'edit_promoters',
  scope: 'moderation',
  input: v.object({ id: IdSegment }),
  reply: v.object({ ...Request.entries, report: v.optional(v.nullable(v.object({ id: Id }))) }),
});
export type ModerationRequest = v.InferOutput<typeof getModerationRequest.reply>;

/** A day, 'YYYY-MM-DD', that exists; '' or null for none. */
const Day = v.optional(
  v.nullable(v.union([v.literal(''), v.pipe(v.string(), v.isoDate(), v.check(exists))])),
);

function exists(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}

/**
 * A promoter's figures over a range of days: requests made, of those done, their sum and average in roubles. The
 * bonus is the client's to count (domain/share).
 */
export const StatsRow = v.object({
  id: v.optional(Id),
  name: Text,
  count: Amount,
  done: Amount,
  avg: Roubles,
  sum: Roubles,
});
export type StatsRow = v.InferOutput<typeof StatsRow>;

/** Days are inclusive and the firm's own; without one the range is open at that end. */
export const readStats = endpoint({
  title: 'статистика',
  method: 'POST',
  path: '/api/promo/moderation/stats',
  guard: 'edit_promoters',
  scope: 'moderation',
  isRepeatable: true,
  input: v.object({
    promoterId: v.optional(
      v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger()),
      ALL_PROMOTERS,
    ),
    dateFrom: Day,
    dateTo: Day,
  }),
  reply: list(StatsRow),
});
