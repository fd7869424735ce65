/** How answers are written: their wrappers, and which generation of Laravel an error comes from. */
import type { Endpoint } from '#contract/endpoint.ts';
import { readProblemBody } from '#contract/problem.ts';
import { isRecord } from '#kit/is-record.ts';
import { type Heard, isLabelledJson, parseJson } from './read-answer.ts';

type Raw = Record<string, unknown>;

/** The wrappers of lists and entities of CONTRACT.md, in the order in which they are looked for. */
const WRAPPERS: Record<string, (raw: Raw) => boolean> = {
  '{list, current_page, …}': raw => Array.isArray(raw.list) && 'current_page' in raw,
  '{list: […]}': ({ list }) => Array.isArray(list),
  'пагинатор внутри list': ({ list }) => isRecord(list) && 'data' in list,
  'list с ключами-номерами': ({ list }) => isRecord(list),
  '{data: {list}}': ({ data }) => isRecord(data) && 'list' in data,
  'data с ключами-номерами': ({ data }) => isRecord(data) && isKeyed(data),
  'data + meta': raw => Array.isArray(raw.data) && 'meta' in raw,
  'пагинатор Laravel': raw => Array.isArray(raw.data) && 'current_page' in raw,
  '{data: […]}': ({ data }) => Array.isArray(data),
  'голый объект': raw => 'id' in raw,
  '{reports}': ({ reports }) => typeof reports === 'object',
  '{policies}': ({ policies }) => typeof policies === 'object',
  'объект с ключами-номерами': isKeyed,
};

/** How an answer is wrapped. A map may have any key, also `list`. */
export function wrapperOf({ reply }: Pick<Endpoint, 'reply'>, raw: unknown): string {
  if (Array.isArray(raw)) return 'голый список';
  if (!isRecord(raw)) return 'не объект';
  if (reply.type === 'record') return 'таблица';
  const wrapper = Object.keys(WRAPPERS).find(name => WRAPPERS[name]?.(raw));
  const inner = ['data', 'contact', 'request', 'report', 'user'].find(name => isRecord(raw[name]));
  return wrapper ?? (inner ? `объект внутри ${inner}` : 'объект');
}

function isKeyed(raw: Raw): boolean {
  const keys = Object.keys(raw);
  return keys.length > 0 && keys.every(key => /^\d+$/.test(key));
}

/** The answer to a token that does not exist; the app signs in anew on 401, in whichever shape. */
export function shapeOf401(heard: Heard): { words: string; isUsable: boolean } {
  const { status } = heard;
  if (status >= 300 && status < 400) return { words: 'перенаправление вместо 401', isUsable: false };
  if (status !== 401) return { words: `${status} вместо 401`, isUsable: false };
  const body = recordOf(heard);
  if (!body) return { words: '401 без JSON', isUsable: true };
  const key = ['message', 'error'].find(name => typeof body[name] === 'string');
  const generation = key === 'error' ? ' (Laravel 5.3/5.4)' : '';
  return { words: key ? `401 {${key}}${generation}` : '401 с другим телом', isUsable: true };
}

/** The answer to days that do not exist. */
export function shapeOf422(heard: Heard): string {
  const body = recordOf(heard);
  if (heard.status !== 422)
    return `${heard.status} вместо 422: ввод не проверяется или у пользователя нет права`;
  if (!body) return '422 без JSON: у полей не будет сообщений';
  const { fields } = readProblemBody(body);
  if (Object.keys(fields).length === 0) return '422 без сообщений у полей';
  return typeof body.errors === 'object'
    ? '422 {message, errors} (Laravel ≥ 5.5)'
    : '422 плоско {поле: […]} (Laravel 5.3/5.4)';
}

/** The answer to a contact that does not exist. */
export function shapeOf404(heard: Heard): string {
  return `${heard.status} ${recordOf(heard) ? 'JSON' : 'без JSON (Laravel ≤ 5.4)'}`;
}

function recordOf(heard: Heard): Raw | undefined {
  const raw = parseJson(heard);
  return isLabelledJson(heard) && isRecord(raw) ? raw : undefined;
}

/** Which field of the user says the role, and how. */
export function roleOf(raw: unknown): string {
  const outer: Raw = { ...Object(raw) };
  const user: Raw = 'id' in outer ? outer : { ...Object(outer.data ?? outer.user) };
  const name = user.role === undefined || user.role === null ? 'roles' : 'role';
  const role = user[name];
  if (Array.isArray(role)) return `${name}: список`;
  if (role === undefined || role === null) return 'роли нет';
  return typeof role === 'object' ? `${name}: объект` : `${name}: текст, приложение покажет ее пустой`;
}

/** Has other names elsewhere, or is looked at by itself. */
const ALIASED = new Set(['role', 'redirect', 'nomenclature', 'loss_from', 'name']);

/** Names that the contract knows and that stand nowhere in the answer; where there are no rows, nothing is said of them. */
export function absentIn({ reply }: Pick<Endpoint, 'reply'>, { text }: Heard, value: unknown): string[] {
  // The names of a map are the backend's, not the contract's.
  if (reply.type !== 'object' && reply.type !== 'array') return [];
  const { list, data }: Raw = { ...Object(value) };
  const rows = [value, list, data].find(Array.isArray);
  const row: unknown = rows ? rows[0] : value;
  const names = isRecord(row) ? Object.keys(row) : [];
  const absent = names.filter(name => !ALIASED.has(name) && !new RegExp(`"${name}"\\s*:`).test(text));
  return absent.length > 0 ? [`нет полей, считаются пустыми: ${absent.join(', ')}`] : [];
}
