import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** /application/config.json: what one build must be told about the backend that it serves. */
export const RuntimeConfig = v.object({
  /**
   * '' = the page's own origin. An answer without this field and the next one is a portal's JSON, not a
   * configuration.
   */
  apiOrigin: v.string(),
  clientId: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  clientSecret: v.fallback(v.string(), ''),
  /** Whether a cross-origin backend may be sent Idempotency-Key; a same-origin one always is. */
  idempotency: v.fallback(v.boolean(), false),
  /** IANA zone of the firm, for dates with an offset. */
  zone: v.fallback(v.string(), 'Europe/Moscow'),
});
export type RuntimeConfig = v.InferOutput<typeof RuntimeConfig>;

/** Answers as long as the process lives. */
export const healthLive = endpoint({
  title: 'сервер',
  method: 'GET',
  path: '/api/health/live',
  guard: 'public',
  input: v.object({}),
  reply: v.object({ status: v.string() }),
});

/** Answers once the database does, with the list of what this backend can do. */
export const healthReady = endpoint({
  title: 'возможности сервера',
  method: 'GET',
  path: '/api/health/ready',
  guard: 'public',
  input: v.object({}),
  reply: v.object({ status: v.string(), features: v.array(v.string()) }),
});
