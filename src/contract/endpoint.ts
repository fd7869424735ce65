import type * as v from 'valibot';
import type { Guard } from './guard.ts';

/** Scopes of tokens for third-party programs; the page's own tokens may do everything. */
export const SCOPES = ['profile', 'promo', 'moderation', 'warehouse', 'integration'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Kinds of token: the page's own, an authorized application's, and a personal one for a user's own program.
 */
export const BEARERS = ['page', 'application', 'personal'] as const;
export type Bearer = (typeof BEARERS)[number];

/**
 * What in a 200 or 201 proves that a command was carried out ([S11]); one of an endpoint's proofs is enough, and whatever else came
 * is an unknown outcome.
 * - a field of the reply, filled in: the id, the number or the day of what is there now
 * - `status` `{"status":"success"}`, in JSON · `success` `{"success":true}`, in JSON, as Laravel 8 has it
 * - `word` the bare text `1` or `success` · `empty` no body at all: PHP's `return 1` and `return null`. From a backend that has
 *   echoed keys neither counts; a 204 does, where the contract says that it comes
 * - `notice` that nothing was made, and why: a status other than `success` with its words · `json` any JSON object
 */
export type Proof =
  | 'id'
  | 'fullcode'
  | 'closed_at'
  | 'access_token'
  | 'accessToken'
  | 'secret'
  | 'notice'
  | 'json'
  | 'status'
  | 'success'
  | 'word'
  | 'empty';

type Schema = v.GenericSchema;

/** One HTTP call as data. The server mounts it, the client calls it, /openapi.json describes it. */
export type Endpoint<Input extends Schema = Schema, Reply extends Schema = Schema> = {
  /** What its answer is about, in Russian, for messages: «заявки». */
  title: string;
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
  /** The scope that an application's or a personal token needs. None: only the page may call. */
  scope?: Scope;
  /** Which bearers may call, where it is not everyone with the scope. */
  bearers?: readonly Bearer[];
  /** The status of a success where it is not 200; 204 has no body. */
  status?: 201 | 204;
  /** The largest body, where it may be larger than others: bytes, and levels of JSON. */
  body?: { bytes: number; depth: number };
  /** A POST that changes nothing of the firm's: it has neither of the next two. */
  reads?: true;
  succeedsBy?: readonly Proof[];
  /** What the reply must not say otherwise, where it says it: it would contradict the success. */
  agreesWith?: Readonly<Record<string, unknown>>;
  /** Sent twice, the request would have two effects: it is repeated under the same Idempotency-Key. */
  takesIdempotencyKey?: boolean;
  /** A POST that asked twice does no more than asked once: it reads, or deletes. GET and DELETE are so by themselves. */
  isRepeatable?: boolean;
  /** Takes If-Match: refused with 412, without effect, if the record was changed meanwhile. */
  conditional?: boolean;
  /** Refused with 403 while somebody works as somebody else. */
  notWhileImpersonating?: boolean;
  /** Our server sends an ETag: with If-None-Match an unchanged answer is a 304 without a body. */
  revalidates?: boolean;
};

export type InputOf<E extends Endpoint> = v.InferInput<E['input']>;
export type ReplyOf<E extends Endpoint> = v.InferOutput<E['reply']>;

/** A command names its proofs; without them it does not compile. */
export type Command = { succeedsBy: readonly [Proof, ...Proof[]] };
type Reading = { method: 'GET' } | { reads: true };

/** Declares an endpoint and keeps its exact types. */
export function endpoint<Input extends Schema, Reply extends Schema>(
  description: Endpoint<Input, Reply> & Command,
): Endpoint<Input, Reply> & Command;
export function endpoint<Input extends Schema, Reply extends Schema>(
  description: Endpoint<Input, Reply> & Reading,
): Endpoint<Input, Reply>;
export function endpoint(description: Endpoint): Endpoint {
  return description;
}

/** Whether a call may be sent again to see whether its answer was meant. */
export function isRepeatable({
  method,
  isRepeatable = false,
}: Pick<Endpoint, 'method' | 'isRepeatable'>): boolean {
  return method === 'GET' || method === 'DELETE' || isRepeatable;
}

/** The status of an endpoint's success. */
export function successStatus(endpoint: Pick<Endpoint, 'status'>): 200 | 201 | 204 {
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
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeSegment(String(take(name))));
  const search: Record<string, string> = {};
  for (const name of query) {
    const value = take(name);
    if (value !== undefined && value !== null) search[name] = String(value);
  }
  return { path: filled, query: search, body };
}

/**
 * Encodes a text as one path segment. Browsers resolve `.` and `..` even when they are escaped: a space that
 * every reader trims keeps them a text. A lone surrogate, as cutting a text leaves it, cannot be encoded.
 */
function encodeSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/^\.\.?$/, '$& '));
}
