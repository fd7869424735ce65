/** How that generation says no: what our server has refused, and what its own middleware refuses. */

import { REFRESH_TOKEN_INVALID } from '#contract/session.ts';
import { isRecord } from '#kit/is-record.ts';
import { type Call, Echo, type Generation, type Json } from './call.ts';

export type Refused = { status: number; body: Json | Echo; headers?: Record<string, string> };

/** The page that Symfony writes for an exception, as recorded. */
function page(status: number): Echo {
  const isMissing = status === 404;
  const title = isMissing
    ? 'Sorry, the page you are looking for could not be found.'
    : 'Whoops, looks like something went wrong.';
  return new Echo(`<!DOCTYPE html>
<html>
    <head>
        <meta charset="UTF-8" />
        <meta name="robots" content="noindex,nofollow" />
    </head>
    <body>
        <div id="sf-resetcontent" class="sf-reset">
            <h1>${title}</h1>
        </div>
    </body>
</html>
`);
}

const BE_RIGHT_BACK =
  '<!DOCTYPE html>\n<html><head><title>Be right back.</title></head><body><div class="title">Be right back.</div></body></html>\n';

/** An exception that nobody has given a form of its own. */
export function failed(generation: Generation, status: number, message: string): Refused {
  return { status, body: generation === '8' ? { message } : page(status) };
}

export function underMaintenance(generation: Generation): Refused {
  const body = generation === '8' ? { message: 'Service Unavailable' } : new Echo(BE_RIGHT_BACK);
  return { status: 503, body, headers: { 'retry-after': '60' } };
}

export function throttled(generation: Generation, limit: number, until: number, now: number): Refused {
  const seconds = Math.ceil((until - now) / 1000);
  const headers = {
    'retry-after': String(seconds),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Math.floor(now / 1000) + seconds),
  };
  const message = 'Too Many Attempts.';
  return { status: 429, body: generation === '8' ? { message } : new Echo(message), headers };
}

export function unverified(generation: Generation): Refused {
  return generation === '8' ? failed('8', 419, 'CSRF token mismatch.') : failed('5.4', 500, '');
}

/** Messages by field, and 5.4 has nothing around them. */
export function invalid(generation: Generation, errors: Record<string, string[]>): Refused {
  const body = generation === '8' ? { message: 'The given data was invalid.', errors } : errors;
  return { status: 422, body };
}

/** What our server says of a field → the sentence of Laravel's Russian package. */
const RUSSIAN: readonly [RegExp, (name: string, limit: string) => string][] = [
  [/^Заполните поле$/, name => `Поле ${name} обязательно для заполнения.`],
  [/^Неверный формат$/, name => `Поле ${name} имеет ошибочный формат.`],
  [/^Введите правильный e-mail$/, name => `Поле ${name} должно быть действительным электронным адресом.`],
  [/^Пароли не совпадают$/, name => `Поле ${name} не совпадает с подтверждением.`],
  [
    /^Не длиннее (\d+) символов$/,
    (name, limit) => `Количество символов в поле ${name} не может превышать ${limit}.`,
  ],
];

function inRussian(field: string, message: string): string {
  // A field of a row stands there by its path, any other without its underscores.
  const name = field.includes('.') ? field : field.replaceAll('_', ' ');
  for (const [words, sentence] of RUSSIAN) {
    const found = words.exec(message);
    if (found) return sentence(name, found[1] ?? '');
  }
  return message;
}

/** `confirmed` is a rule of the password. */
const fieldOf = (field: string) => (field === 'password_confirmation' ? 'password' : field);

function fieldErrors(errors: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => {
      const name = fieldOf(field);
      return [name, messages.map(message => inRussian(name, message))];
    }),
  );
}

/** league 5 and league 8.3 of the same refusal. */
function tokenRefused({ generation, input }: Call, status: number, { error, message, hint }: Json): Refused {
  const text = (code: string, words: string, at: { old: number; new: number; hint?: string }) => {
    const rest = at.hint === undefined ? {} : { hint: at.hint };
    return generation === '8'
      ? { status: at.new, body: { error: code, error_description: words, ...rest, message: words } }
      : { status: at.old, body: { error: code, message: words, ...rest } };
  };
  if (error === 'invalid_client')
    return {
      ...text(error, message, { old: 401, new: 401 }),
      ...(generation === '5.4' ? { headers: BASIC } : {}),
    };
  if (error !== 'invalid_grant') return text(error, message, { old: status, new: status, hint: hint ?? '' });
  if (input.grant_type !== 'refresh_token')
    return text(generation === '8' ? error : 'invalid_credentials', message, { old: 401, new: 400 });
  const spent = { old: 400, new: 401, hint: hint ?? 'Token has been revoked' };
  return text('invalid_request', REFRESH_TOKEN_INVALID, spent);
}

const BASIC = { 'www-authenticate': 'Basic realm="OAuth"' };

/** Passport answers with nothing where there is no such client or token. */
const SILENT = ['changeClient', 'deleteClient', 'revokeAuthorizedToken', 'revokePersonalToken'];

/** The controllers that say no with a 200: `{status: "error", title, message}`. */
const IN_ORIGINAL_STYLE = /^(delete|open|close)Report$|^(un)?payRequest$/;

/** Our server's refusal of that call, said as that generation says it. */
export function refusalOf(call: Call, status: number, body: Json): Refused {
  const { generation, name } = call;
  if (name === 'obtainToken' && status < 429) return tokenRefused(call, status, body);
  if (IN_ORIGINAL_STYLE.test(name) && (status === 409 || body.status === 'error'))
    return { status: 200, body: { status: 'error', title: body.title ?? 'Отчет', message: body.message } };
  if (status === 404 && SILENT.includes(name)) return { status, body: new Echo('') };
  if (status === 422 && isRecord(body.errors))
    return invalid(generation, fieldErrors(body.errors as Record<string, string[]>));
  if (status === 401 && generation === '5.4') return { status, body: { error: 'Unauthenticated.' } };
  return failed(generation, status, messageOf(call, status, body));
}

/** `abort(403)` says nothing, a policy that it refuses. */
function messageOf(call: Call, status: number, { message = '' }: Json): string {
  if (status === 403) return call.way % 2 === 0 ? 'This action is unauthorized.' : '';
  if (status === 404) return missing(call);
  return status === 500 ? 'Server Error' : message;
}

/** `findOrFail` names the model; an unknown address has no message. */
function missing({ name, url, input }: Call): string {
  const model = /(Contact|Request|Report|Order|User)s?$/.exec(name)?.[1];
  if (!model) return '';
  const id = input.id ?? input.report_id ?? input.request_id ?? url.pathname.split('/').at(-1);
  return `No query results for model [${model}] ${id}`;
}
