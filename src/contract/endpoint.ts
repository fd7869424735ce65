import type * as v from 'valibot';
import type { Guard } from './guard.ts';

/** What a token of somebody else's program may be good for; the page's own tokens are good for everything. */
export const SCOPES = ['profile', 'promo', 'moderation', 'warehouse', 'integration'] as const;
export type Scope = (typeof SCOPES)[number];

/** What carries a token: the page itself, an application that a user has authorized, a user's own program. */
export const BEARERS = ['page', 'application', 'personal'] as const;
export type Bearer = (typeof BEARERS)[number];

/** The field of a 2xx answer without which a save was not a success (SPEC §7); `status` = any 2xx not saying "error". */
export type SuccessField = 'id' | 'fullcode' | 'status';

type Schema = v.GenericSchema;

/** One HTTP call as data. The server mounts it, the client calls it, /openapi.json describes it. */
export type Endpoint<Input extends Schema = Schema, Reply extends Schema = Schema> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute path; `:name` segments are filled from the input field of that name. */
  path: `/${string}`;
  /** Input fields that travel in the query string; those neither here nor in the path are the body. */
  query?: readonly string[];
  /** Body encoding; JSON unless said otherwise. */
  encoding?: 'json' | 'form';
  /** Allow-list of what may be sent: unknown fields are dropped by the server. */
  input: Input;
  /** The canonical answer. What other backends send is brought into this shape by `normalise`. */
  reply: Reply;
  guard: Guard;
  /** What a token of an application or a personal one must be good for. None: only the page may call. */
  scope?: Scope;
  /** Which bearers may call, where it is not everyone with the scope. */
  bearers?: readonly Bearer[];
  /** The status of a success where it is not 200; 204 has no body. */
  status?: 201 | 204;
  /** What a body may be at most, where it may be more than others: bytes, and levels of JSON. */
  body?: { bytes: number; depth: number };
  succeedsBy?: SuccessField;
  /** The same request twice would have two effects: it carries an Idempotency-Key. */
  keyed?: boolean;
  /** Takes If-Match: where the thing was changed meanwhile, it is refused with 412 and nothing happens. */
  conditional?: boolean;
  /** Refused with 403 while somebody works as somebody else. */
  notWhileImpersonating?: boolean;
  /** Our server tags this answer (ETag): asked again with the tag, an unchanged one costs a 304 without a body. */
  revalidates?: boolean;
};

export type InputOf<E extends Endpoint> = v.InferInput<E['input']>;
export type ReplyOf<E extends Endpoint> = v.InferOutput<E['reply']>;

/** Declares an endpoint and keeps its exact types. */
export function endpoint<Input extends Schema, Reply extends Schema>(
  description: Endpoint<Input, Reply>,
): Endpoint<Input, Reply> {
  return description;
}

/** The status of an endpoint's success. */
export function successOf(endpoint: Pick<Endpoint, 'status'>): 200 | 201 | 204 {
  return endpoint.status ?? 200;
}

/** The parts of a request: path with its segments filled, query string and body, from one flat input. */
export function requestParts(
  { path, query = [] }: Pick<Endpoint, 'path' | 'query'>,
  input: Record<string, unknown>,
): { path: string; query: Record<string, string>; body: Record<string, unknown> } {
  const body = { ...input };
  const take = (name: string) => {
    const value = body[name];
    delete body[name];
    return value;
  };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => segmentOf(String(take(name))));
  const search: Record<string, string> = {};
  for (const name of query) {
    const value = take(name);
    if (value !== undefined && value !== null) search[name] = String(value);
  }
  return { path: filled, query: search, body };
}

/**
 * A text as one segment of a path. Browsers take `.` and `..` for steps in the tree, however they are escaped: a space
 * that every reader trims keeps them a text. Half a character, as cutting one leaves it, cannot be escaped at all.
 */
function segmentOf(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/^\.\.?$/, '$& '));
}
