/** Whether the app could read an answer: the rules of its own transport, with the reasons why not. */
import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';
import { normalise } from '#contract/normalise.ts';
import { parseUrl } from '#domain/parse-url.ts';
import { SECOND_MS } from '#kit/clock.ts';

/** An answer, whatever it says. */
export type Heard = { status: number; ms: number; headers: Headers; text: string };

export type Reading = { ok: true; raw: unknown; value: unknown } | { ok: false; why: string[] };

/** At most so many faults of one answer are told. */
const FAULTS_MAX = 5;

/** Reads an answer as the app does, for dates in that zone. */
export function readAnswer(
  { method, reply }: Pick<Endpoint, 'method' | 'reply'>,
  heard: Heard,
  zone: string,
): Reading {
  const refused = statusFault(method, heard) ?? bodyFault(heard);
  if (refused) return { ok: false, why: [refused] };
  const raw = parseJson(heard);
  if (raw === undefined) return { ok: false, why: ['JSON оборван или испорчен'] };
  try {
    const read = v.safeParse(reply, normalise(reply, raw, zone));
    return read.success ? { ok: true, raw, value: read.output } : { ok: false, why: faultsOf(read.issues) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, why: ['JSON вложен слишком глубоко'] };
  }
}

/** Whether the page may read this answer. The app sends no cookies, so `*` is good as well. */
export function isShared({ headers }: Pick<Heard, 'headers'>, pageOrigin: string): boolean {
  const allowed = headers.get('access-control-allow-origin')?.trim();
  return allowed === '*' || allowed === pageOrigin;
}

/** The answer's JSON, however it is labelled; undefined where it is none. */
export function parseJson({ text }: Pick<Heard, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON: said by `undefined`
  }
}

export function isLabelledJson({ headers }: Heard): boolean {
  return /\bjson\b/i.test(headers.get('content-type') ?? '');
}

/** How long the backend asks to be left alone, in seconds; undefined: it does not say. */
export function retryAfterS({ headers }: Heard): number | undefined {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS));
}

/** The cookie with which Laravel's group `web` says that a call that changes something must bring X-XSRF-TOKEN. */
export function setsCsrfCookie({ headers }: Heard): boolean {
  return headers.getSetCookie().some(cookie => cookie.startsWith('XSRF-TOKEN='));
}

/** What a status means, whether it comes in JSON or as Laravel's page up to 5.4. */
const STATUSES: Record<number, string> = {
  401: 'сервер не принял токен (401)',
  403: 'этому пользователю нельзя (403)',
  404: 'такого адреса или записи нет (404)',
  405: 'адрес есть, но метод другой (405)',
  419: 'сервер ждет токен CSRF (419): маршрут в группе web, нужен api',
  422: 'сервер не принял наш запрос (422)',
  429: 'сервер ограничивает частоту (429)',
  503: 'сервер на обслуживании или перегружен (503)',
};

/** A proxy and a portal send such pages too. */
const DOUBTFUL = new Set([403, 404, 410]);

function statusFault(method: string, heard: Heard): string | undefined {
  const { status, headers } = heard;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return redirectFault(headers.get('location'));
  const words = STATUSES[status] ?? (status >= 500 ? serverFault(method, heard) : `отказ (${status})`);
  if (DOUBTFUL.has(status) && !isLabelledJson(heard)) {
    return `${words}, без JSON`;
  }
  const seconds = status === 429 || status === 503 ? retryAfterS(heard) : undefined;
  return seconds === undefined ? words : `${words}, просит подождать ${seconds} с`;
}

/** Laravel 5.4 has no 419: its `web` group answers a POST without a token by a page with 500, and gives a session cookie. */
function serverFault(method: string, heard: Heard): string {
  const { status, headers, text } = heard;
  const isWeb = text.includes('TokenMismatch') || headers.getSetCookie().length > 0;
  if (method !== 'GET' && status === 500 && !isLabelledJson(heard) && isWeb) {
    return 'ошибка сервера (500), похоже, нет токена CSRF: маршрут в группе web, нужен api';
  }
  return `ошибка сервера (${status}): причина в его журнале, у Laravel это storage/logs/laravel.log`;
}

const SAME = 'http://own';

/** Only path and host: what stands behind `?` may be a secret. */
function redirectFault(location: string | null): string {
  const target = location === null ? null : parseUrl(location, SAME);
  if (!target) return 'перенаправление в никуда; приложение не переходит';
  if (/\/login\/?$/.test(target.pathname)) {
    return 'перенаправляет на страницу входа /login: сервер не понял, что его зовет программа, или сеанс не принят';
  }
  const where = target.origin === SAME ? 'на другой путь' : `на ${target.origin}`;
  return `перенаправляет ${where}; приложение не переходит, задайте окончательный адрес`;
}

function bodyFault(heard: Heard): string | undefined {
  const { text } = heard;
  if (/^\s*</.test(text)) {
    return /type\s*=\s*["']?password/i.test(text)
      ? 'вместо JSON страница входа (HTML)'
      : 'вместо JSON страница (HTML): портал, заглушка или сам сайт';
  }
  if (text.trim() === '') return 'пустой ответ';
  if (isLabelledJson(heard)) return undefined;
  return 'ответ без Content-Type: application/json, приложение его не читает';
}

/** By place and kind alone: the values are people's. Rows of one list count once. */
function faultsOf(issues: readonly v.BaseIssue<unknown>[]): string[] {
  const faults = [...new Set(issues.map(faultOf))];
  const more = faults.length - FAULTS_MAX;
  return more > 0 ? [...faults.slice(0, FAULTS_MAX), `и еще ${more}`] : faults;
}

function faultOf({ path, input, kind, type }: v.BaseIssue<unknown>): string {
  const names = path?.map(({ key }) => (typeof key === 'number' ? '[]' : plainName(String(key)))) ?? [];
  const place = names.join('.').replaceAll('.[]', '[]') || 'ответ';
  if (input === undefined) return `${place}: поля нет`;
  const wanted = kind === 'schema' ? (KINDS[type] ?? type) : 'другое значение';
  return `${place}: нужно ${wanted}, пришло ${kindOf(input)}`;
}

/** A key of a map may be anything, also somebody's name. */
function plainName(name: string): string {
  return /^[a-z_]{1,40}$/i.test(name) ? name : '*';
}

const KINDS: Record<string, string> = {
  number: 'число',
  string: 'строка',
  boolean: 'да или нет',
  array: 'список',
  object: 'объект',
  record: 'объект',
  picklist: 'одно из известных значений',
  union: 'число или строка',
  custom: 'объект',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'список' : (KINDS[typeof value] ?? typeof value);
}
