import type { Endpoint } from '#contract/endpoint.ts';

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
