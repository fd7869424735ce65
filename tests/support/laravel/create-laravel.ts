/**
 * The firm's own backend as it would be: a Laravel in one of two generations. It stands in front of our real server, takes
 * from each request what a Laravel does not know, and writes each answer anew as that generation writes it.
 */
import { endpointAt } from '#tests/support/endpoint-at.ts';
import { ANSWERS, answerOf } from './answers.ts';
import { type Call, Echo, type Generation, type Json } from './call.ts';
import {
  failed,
  invalid,
  type Refused,
  refusalOf,
  throttled,
  underMaintenance,
  unverified,
} from './refusals.ts';
import { stored } from './values.ts';

/** What a test may turn at any time. */
export type Switches = {
  /** `php artisan down`. */
  maintenance: boolean;
  /** Requests a minute to /api, per login; of all together where nobody is signed in. */
  throttle: { perMinute: number } | null;
  /** contacts/save wants `digits:10`. */
  tenDigits: boolean;
  /** The routes of the group `web` want the token of their cookie. */
  csrf: boolean;
  /** The page's origin where it is another one, '' where it is not: CORS. */
  pageOrigin: string;
};

export type LaravelOptions = Partial<Switches> & {
  generation: Generation;
  /** Our server. */
  upstream: (request: Request) => Response | Promise<Response>;
  /** Each answer takes this of its forms; without it they come by turns. */
  way?: number;
  zone?: string;
  now?: () => number;
};

export type Laravel = { fetch: (request: Request) => Promise<Response>; switches: Switches };

/** One for all: pages of several tests share their browser's cookies of the loopback. */
const XSRF = `${Buffer.from(JSON.stringify({ iv: 'c2FsdA', value: 'dG9rZW4' })).toString('base64')}==`;
const XSRF_COOKIE = `XSRF-TOKEN=${encodeURIComponent(XSRF)}; Max-Age=7200; path=/`;

const MINUTE_MS = 60_000;

/** What a Laravel has never heard of. */
const UNKNOWN = ['idempotency-key', 'if-match', 'if-none-match'];

/** What is between two neighbours on the wire. */
const WIRE = ['accept-encoding', 'connection', 'host', 'content-length'];

export function createLaravel({ generation, upstream, ...options }: LaravelOptions): Laravel {
  const { zone = 'Europe/Moscow', now = Date.now } = options;
  const { maintenance = false, throttle = null, tenDigits = false, csrf = true, pageOrigin = '' } = options;
  const switches: Switches = { maintenance, throttle, tenDigits, csrf, pageOrigin };
  const windows = new Map<string, { hits: number; until: number }>();
  const calls = new Map<string, number>();
  const secrets = new Map<string, string>();

  /** Counts in windows that begin with their first request: the refusal, or what the answer says of it. */
  function count(request: Request, path: string): Refused | Record<string, string> {
    const limit = switches.throttle?.perMinute;
    if (limit === undefined || !path.startsWith('/api/')) return {};
    const who = request.headers.get('authorization') ?? 'address';
    const known = windows.get(who);
    const window = known && known.until > now() ? known : { hits: 0, until: now() + MINUTE_MS };
    window.hits += 1;
    windows.set(who, window);
    const left = limit - window.hits;
    if (left < 0) return throttled(generation, limit, window.until, now());
    return { 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(left) };
  }

  async function answer(request: Request, url: URL): Promise<Refused> {
    if (switches.maintenance) return underMaintenance(generation);
    const counted = count(request, url.pathname);
    if (isRefused(counted)) return counted;
    const found = endpointAt(request.method, url.pathname);
    if (found && !ANSWERS[found.name]) return failed(generation, 404, '');
    const isWeb = switches.csrf && /^\/(oauth(?!\/token$)|abac)\//.test(url.pathname);
    if (isWeb && request.method !== 'GET' && !isVerified(request)) return unverified(generation);
    const written = await carryOut(request, url, found?.name ?? '');
    const cookie: Record<string, string> = isWeb ? { 'set-cookie': XSRF_COOKIE } : {};
    return { ...written, headers: { ...counted, ...cookie, ...written.headers } };
  }

  async function carryOut(request: Request, url: URL, name: string): Promise<Refused> {
    const row = ANSWERS[name];
    const body = await request.text();
    const input = readInput(request, body, url);
    const nth = calls.get(name) ?? 0;
    calls.set(name, nth + 1);
    const call: Call = {
      generation,
      name,
      url,
      input,
      way: options.way ?? nth,
      zone,
      tenDigits: switches.tenDigits,
      secrets,
    };
    const short = switches.tenDigits && name === 'saveContact' ? notTenDigits(input) : null;
    if (short) return invalid(generation, short);
    const received = await upstream(forwarded(request, body, UNKNOWN));
    const json = await readJson(received);
    if (!row || !received.ok || json.status === 'error') return refusalOf(call, received.status, json);
    return answerOf(row, stored(json, call, row.casts), call);
  }

  return {
    switches,
    async fetch(request) {
      const url = new URL(request.url);
      if (!/^\/(api|oauth|abac)\//.test(url.pathname)) return passOn(request, url, upstream);
      if (request.method === 'OPTIONS') return preflight(request, switches.pageOrigin);
      const given = send(generation, await answer(request, url));
      // 5.4 has its CORS in the group `api`, behind the maintenance.
      const isBare = generation === '5.4' && switches.maintenance;
      const { pageOrigin } = switches;
      if (pageOrigin !== '' && !isBare) given.headers.set('access-control-allow-origin', pageOrigin);
      return given;
    },
  };
}

function isRefused(counted: Refused | Record<string, string>): counted is Refused {
  return 'body' in counted;
}

function isVerified(request: Request): boolean {
  const sent = request.headers.get('x-xsrf-token');
  const cookie = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1];
  return sent === XSRF && cookie === encodeURIComponent(XSRF);
}

/** Any header may be sent; none of an answer may be read but those that every page may. */
function preflight(request: Request, pageOrigin: string): Response {
  if (pageOrigin === '') return new Response(null, { status: 404 });
  const headers = {
    'access-control-allow-origin': pageOrigin,
    'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
    'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '',
  };
  return new Response(null, { status: 204, headers });
}

function readInput(request: Request, body: string, url: URL): Record<string, unknown> {
  const isForm = request.headers.get('content-type')?.includes('form-urlencoded');
  const last = url.pathname.split('/').at(-1) ?? '';
  const fromPath = request.method === 'PUT' ? { id: last } : {};
  if (isForm) return Object.fromEntries(new URLSearchParams(body));
  return { ...fromPath, ...(body === '' ? {} : JSON.parse(body)) };
}

function forwarded(request: Request, body: string | null, lost: readonly string[]): Request {
  const headers = new Headers(request.headers);
  for (const name of [...lost, ...WIRE]) headers.delete(name);
  headers.set('accept-encoding', 'identity');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return new Request(request.url, { method: request.method, headers, body: isRead ? null : body });
}

async function readJson(received: Response): Promise<Json> {
  const text = await received.text();
  const isJson = received.headers.get('content-type')?.includes('json');
  return isJson && text !== '' ? JSON.parse(text) : {};
}

/** Files of the page lie beside the Laravel, in front of which a web server stands. */
async function passOn(request: Request, url: URL, upstream: LaravelOptions['upstream']): Promise<Response> {
  if (url.pathname === '/openapi.json') return new Response(null, { status: 404 });
  const received = await upstream(forwarded(request, await request.text(), []));
  if (!url.pathname.endsWith('/application/config.json')) return received;
  // What `probe` would have written for this backend.
  return Response.json({ ...(await readJson(received)), idempotency: false });
}

function send(generation: Generation, { status, body, headers = {} }: Refused): Response {
  const isText = body instanceof Echo;
  const type = isText ? 'text/html; charset=UTF-8' : 'application/json';
  const own: Record<string, string> = generation === '8' ? { 'cache-control': 'no-cache, private' } : {};
  const text = isText ? body.text : JSON.stringify(body);
  const sent = status === 204 ? null : text;
  return new Response(sent, { status, headers: { ...own, 'content-type': type, ...headers } });
}

function notTenDigits({ contact_phones }: Record<string, unknown>): Record<string, string[]> | null {
  const rows = Array.isArray(contact_phones) ? contact_phones : [];
  const errors = rows.flatMap(({ full_phone }, at) => {
    const name = `contact_phones.${at}.full_phone`;
    return /^\d{10}$/.test(full_phone) ? [] : [[name, [`Длина цифрового поля ${name} должна быть 10.`]]];
  });
  return errors.length === 0 ? null : Object.fromEntries(errors);
}
