/** How answers are written: their wrappers, and which generation of Laravel an error comes from. */
import type { Endpoint } from '#contract/endpoint.ts';
import { readProblemBody } from '#contract/problem.ts';
import { parseJson } from './read-answer.ts';
import type { Heard } from './readings.ts';

type Raw = Record<string, unknown>;

const ENTITIES = ['data', 'contact', 'request', 'report', 'user'];

/** How an answer is wrapped: which of the lists' and entities' wrappers of CONTRACT.md. A map may have any key, also `list`. */
export function wrapperOf({ reply }: Pick<Endpoint, 'reply'>, raw: unknown): string {
  if (Array.isArray(raw)) return 'голый список';
  if (reply.type === 'record' && isRecord(raw)) return 'таблица';
  if (!isRecord(raw)) return 'не объект';
  return listWrapper(raw) ?? (isKeyed(raw) ? 'объект с ключами-номерами' : entityWrapper(raw));
}

function listWrapper(raw: Raw): string | undefined {
  return ofList(raw) ?? ofData(raw) ?? ofName(raw);
}

function ofList(raw: Raw): string | undefined {
  const { list } = raw;
  if (Array.isArray(list)) return 'current_page' in raw ? '{list, current_page, …}' : '{list: […]}';
  if (!isRecord(list)) return undefined;
  return 'data' in list ? 'пагинатор внутри list' : 'list с ключами-номерами';
}

function ofData(raw: Raw): string | undefined {
  const { data } = raw;
  if (isRecord(data)) {
    if ('list' in data) return '{data: {list}}';
    return isKeyed(data) ? 'data с ключами-номерами' : undefined;
  }
  if (!Array.isArray(data)) return undefined;
  if ('meta' in raw) return 'data + meta';
  return 'current_page' in raw ? 'пагинатор Laravel' : '{data: […]}';
}

function ofName(raw: Raw): string | undefined {
  if ('id' in raw) return undefined;
  const name = ['reports', 'policies'].find(known => typeof raw[known] === 'object');
  return name && `{${name}}`;
}

function entityWrapper(raw: Raw): string {
  if ('id' in raw) return 'голый объект';
  const name = ENTITIES.find(known => isRecord(raw[known]));
  return name ? `объект внутри ${name}` : 'объект';
}

function isKeyed(raw: Raw): boolean {
  const keys = Object.keys(raw);
  return keys.length > 0 && keys.every(key => /^\d+$/.test(key));
}

function isRecord(raw: unknown): raw is Raw {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** The answer to a token that does not exist; the app signs in anew on 401, in whichever shape. */
export function shapeOf401(heard: Heard): { words: string; isUsable: boolean } {
  const { status } = heard;
  if (status >= 300 && status < 400) return { words: 'перенаправление вместо 401', isUsable: false };
  const body = recordOf(heard);
  if (status !== 401) return { words: `${status} вместо 401`, isUsable: false };
  if (!body) return { words: '401 без JSON', isUsable: false };
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
  const words = recordOf(heard) ? 'JSON' : 'без JSON (Laravel ≤ 5.4)';
  return `${heard.status} ${words}`;
}

function recordOf(heard: Heard): Raw | undefined {
  const raw = parseJson(heard);
  const isJson = /\bjson\b/i.test(heard.headers.get('content-type') ?? '');
  const isRecord = isJson && typeof raw === 'object' && raw !== null && !Array.isArray(raw);
  return isRecord ? { ...raw } : undefined;
}

/** Which field of the user says the role, and how. */
export function roleOf(raw: unknown): string {
  const outer: Record<string, unknown> = { ...Object(raw) };
  const user: Record<string, unknown> = 'id' in outer ? outer : { ...Object(outer.data ?? outer.user) };
  const name = user.role === undefined || user.role === null ? 'roles' : 'role';
  const role = user[name];
  if (Array.isArray(role)) return `${name}: список`;
  if (typeof role === 'object' && role !== null) return `${name}: объект`;
  return role === undefined || role === null ? 'роли нет' : `${name}: текст, приложение покажет ее пустой`;
}
