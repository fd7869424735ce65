/** What the firm's own systems report, with a personal token: no screen calls it. */
import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { DateTime, Id, Roubles, Text } from './wire.ts';

/**
 * Sets a request's state, its amount, or both; a field that is left out does not change. `code` is the full
 * code or its number alone. `tofirm`: roubles, as a number or a text of digits with at most two decimals.
 */
export const tellRequest = endpoint({
  title: 'состояние заявки',
  method: 'POST',
  path: '/api/integration/requests/:code',
  guard: 'edit_users',
  scope: 'integration',
  bearers: ['personal'],
  input: v.object({
    code: v.string(),
    state: v.optional(v.nullable(v.string())),
    tofirm: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  }),
  reply: v.object({
    id: Id,
    fullcode: Text,
    state: Text,
    state_name: Text,
    tofirm: v.nullable(Roubles),
    percent: v.nullable(Roubles),
    /** False: nothing changed, it was in that state already. */
    changed: v.boolean(),
    updated_at: v.optional(DateTime),
  }),
  takesIdempotencyKey: true,
  succeedsBy: ['id'],
});
