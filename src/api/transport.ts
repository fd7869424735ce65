import type { AxiosInstance, AxiosResponse } from 'axios';
import * as v from 'valibot';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { requestParts } from '#contract/endpoint.ts';
import { normalise } from '#contract/normalise.ts';
import { readProblemBody } from '#contract/problem.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { newId } from '#kit/ids.ts';
import { failure, type Result, success } from '#kit/result.ts';
import { type Problem, type ProblemKind, problem } from './problem.ts';
import { isPlainProof, isProven, isRefusal, lacksId } from './proof.ts';

/** [S21] Every request has an end. */
const REQUEST_TIMEOUT_MS = 30 * SECOND_MS;

/** What is known of the backend before the first call. `fetch` is a port for tests. */
type TransportConfig = {
  /** '' = the page's own origin. */
  origin: string;
  zone: string;
  /** Whether Idempotency-Key may be sent: always to the page's own origin, else only when configured. */
  sendsKeys: boolean;
  /** Whether it has echoed keys, or is said to: then its successes are told in JSON alone. */
  isKeyed?: (() => Promise<boolean>) | undefined;
  fetch?: typeof globalThis.fetch;
};

/**
 * `tag`: the ETag of an earlier answer; only with it may the backend answer 304. `version`: of the record to
 * change; the backend refuses with 412 if that is another one now.
 */
export type RequestOptions = {
  token?: string;
  key?: string | undefined;
  tag?: string;
  version?: number | undefined;
  timeoutMs?: number;
  signal?: AbortSignal;
};

/**
 * A proven answer. `keyStatus`: what the backend said of the Idempotency-Key; `tag`: the ETag by which the answer
 * can be asked for again. Both '' if it said nothing.
 */
export type Answer<Value> = { value: Value; status: number; keyStatus: string; tag: string };

/** Sends one request, once, and returns what its answer proves. */
export type Transport = <E extends Endpoint>(
  endpoint: E,
  input: Record<string, unknown>,
  options?: RequestOptions,
) => Promise<Result<Answer<ReplyOf<E>>, Problem>>;

/** Builds the transport over axios' fetch adapter, which runs in page, worker and tests alike. */
export function createTransport(config: TransportConfig): Transport {
  let loading: Promise<AxiosInstance> | null = null;
  return async (endpoint, input, options = {}) => {
    loading ??= loadHttp(config);
    const http = await loading;
    const parts = requestParts(endpoint, input);
    // Every command has a key, so that its answer cannot be taken for another's; a token request, which is a form, has none.
    const needsKey = endpoint.succeedsBy && endpoint.encoding !== 'form';
    const key = options.key ?? (needsKey ? newId() : undefined);
    const sendsBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
    try {
      const response = await http.request<string>({
        method: endpoint.method,
        url: parts.path,
        params: parts.query,
        ...(sendsBody ? { data: encode(endpoint, parts.body) } : {}),
        headers: headersFor(endpoint, { ...options, key }, config.sendsKeys),
        timeout: options.timeoutMs ?? REQUEST_TIMEOUT_MS,
        ...(options.signal ? { signal: options.signal } : {}),
      });
      return await readAnswer(endpoint, response, { ...config, tag: options.tag, key });
    } catch (cause) {
      return failure(problem(isTimeout(cause) ? 'timeout' : 'offline', { cause }));
    }
  };
}

/** Loaded with the first call: the first paint, which only reads the device, does not have to wait for it. */
async function loadHttp(config: TransportConfig): Promise<AxiosInstance> {
  const { default: axios } = await import('axios');
  return axios.create({
    adapter: 'fetch',
    baseURL: config.origin,
    validateStatus: () => true,
    transformResponse: text => text,
    // A redirected answer is not our API's; refused here, it counts as no answer ([S11]).
    fetchOptions: { redirect: 'error', cache: 'no-store' },
    ...(config.fetch ? { env: { fetch: config.fetch } } : {}),
  });
}

function isTimeout(cause: unknown): boolean {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
  return code === 'ECONNABORTED' || code === 'ETIMEDOUT';
}

function encode({ encoding }: Endpoint, body: Record<string, unknown>): string {
  if (encoding !== 'form') return JSON.stringify(body);
  const filled = Object.entries(body).filter(([, value]) => value !== undefined);
  return new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
}

function headersFor(endpoint: Endpoint, { token, key, tag, version }: RequestOptions, sendsKeys: boolean) {
  return {
    // JSON first: Laravel looks at the first type only.
    Accept: 'application/json, text/plain, */*',
    'Content-Type': endpoint.encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(key && sendsKeys ? { 'Idempotency-Key': key } : {}),
    // Only a backend that sent a tag or a version gets these headers: one of another origin that does not
    // allow them never does.
    ...(tag ? { 'If-None-Match': tag } : {}),
    ...(endpoint.conditional && version !== undefined ? { 'If-Match': `"${version}"` } : {}),
  };
}

type AnswerResult<E extends Endpoint> = Result<Answer<ReplyOf<E>>, Problem>;

/** What is known of the backend when its answer is read. */
type ReadContext = Pick<TransportConfig, 'zone' | 'isKeyed'> & Record<'tag' | 'key', string | undefined>;

async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: AxiosResponse<string>,
  context: ReadContext,
): Promise<AnswerResult<E>> {
  const { tag, key } = context;
  const { status, headers } = response;
  // A proxy has sent the answer to another request.
  if (headers['idempotency-key'] && headers['idempotency-key'] !== key)
    return failure(problem('foreign', { status }));
  if (status === 304 && tag && isSameTag(tagOf(response), tag))
    return failure(problem('unchanged', { status }));
  const body = parseJson(response);
  if (status >= 200 && status < 300) return readSuccess(endpoint, response, body, context);
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  if (body === undefined) return failure(problem(kindWithoutJson(status), { status, retryAfterMs }));
  const kind = kindOf(status, retryAfterMs);
  const keyStatus = keyStatusOf(response);
  return failure(problem(kind, { ...readProblemBody(body), status, retryAfterMs, keyStatus }));
}

/** [S31] A proxy or a portal may have sent it, also after the backend has done what was asked: two statuses say that nothing was done. */
function kindWithoutJson(status: number): ProblemKind {
  if (status === 401) return 'unauthenticated';
  return status === 429 ? 'throttled' : 'foreign';
}

function kindOf(status: number, retryAfterMs: number | null): ProblemKind {
  if (status === 401) return 'unauthenticated';
  if (status === 429) return 'throttled';
  if (status === 503 || status === 425) return 'unavailable';
  // 409 with Retry-After: the same key is still in progress; without it: a conflict.
  if (status === 409 && retryAfterMs !== null) return 'server';
  if (status >= 500 || status === 408 || status < 400) return 'server';
  return 'refused';
}

/** A 2xx. A reading is told by its form, a command by one of its proofs ([S11]): without one its outcome is unknown. */
async function readSuccess<E extends Endpoint>(
  endpoint: E,
  response: AxiosResponse<string>,
  body: unknown,
  { zone, isKeyed = isNever }: ReadContext,
): Promise<AnswerResult<E>> {
  const { status, data } = response;
  const keyStatus = keyStatusOf(response);
  const unreadable = (place: string) => failure(problem('unreadable', { status, place, keyStatus }));
  // What cannot be looked up counts as keyed, the stricter rule: an answer is not «offline» because the disk has failed.
  const isPlain =
    isPlainProof(endpoint, { status, text: data }) && (status === 204 || !(await isKeyed().catch(isAlways)));
  if (body === undefined && !isPlain)
    return isJson(response) ? unreadable(endpoint.title) : failure(problem('foreign', { status }));
  const json = isPlain ? {} : body;
  if (isRefusal(endpoint, json) || (keyStatus !== '' && lacksId(endpoint, json))) {
    return failure(problem('refused', { ...readProblemBody(json), status, keyStatus }));
  }
  const read = v.safeParse(endpoint.reply, normalise(endpoint.reply, json, zone));
  if (!read.success) return unreadable(placeOf(endpoint, read.issues));
  if (!isPlain && !isProven(endpoint, { status, json, reply: read.output }))
    return unreadable(endpoint.title);
  const tag = endpoint.revalidates ? tagOf(response) : '';
  return success({ value: read.output as ReplyOf<E>, status, keyStatus, tag }); // parsed by that very schema
}

async function isNever(): Promise<boolean> {
  return false;
}

function isAlways(): boolean {
  return true;
}

/** «заявки, поле paid»: the first fault alone, without the number of its row. */
function placeOf({ title }: Endpoint, [{ path }]: [v.BaseIssue<unknown>, ...unknown[]]): string {
  const names = path?.map(({ key }) => key).filter(key => typeof key === 'string');
  const [wrapper, ...inner] = names ?? [];
  if (wrapper === undefined) return title;
  const isRows = inner.length > 0 && (wrapper === 'list' || wrapper === 'data');
  return `${title}, поле ${(isRows ? inner : [wrapper, ...inner]).join('.')}`;
}

/** The backend's Idempotency-Status, '' for none. */
function keyStatusOf({ headers }: AxiosResponse<string>): string {
  return String(headers['idempotency-status'] ?? '');
}

/** The ETag, '' when there is none or another origin does not expose it. */
function tagOf({ headers }: AxiosResponse<string>): string {
  return String(headers.etag ?? '');
}

/** A 304 has no body to prove itself by ([S11]): it must name the tag that was asked about. Proxies weaken tags. */
function isSameTag(received: string, asked: string): boolean {
  const opaque = (tag: string) => tag.replace(/^W\//, '');
  return received !== '' && opaque(received) === opaque(asked);
}

function isJson({ headers }: AxiosResponse<string>): boolean {
  return /\bjson\b/i.test(String(headers['content-type'] ?? ''));
}

function parseJson(response: AxiosResponse<string>): unknown {
  if (!isJson(response)) return undefined;
  try {
    return JSON.parse(response.data);
  } catch {
    return undefined; // cut or broken: not an answer, which `undefined` says
  }
}

/** Seconds or an HTTP date, as milliseconds from now; null when absent or unreadable. */
function readRetryAfter(header: unknown): number | null {
  const text = String(header ?? '');
  if (/^\d+$/.test(text)) return Number(text) * SECOND_MS;
  const until = Date.parse(text);
  return Number.isNaN(until) ? null : Math.max(0, until - Date.now());
}
