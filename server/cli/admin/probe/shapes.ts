/** Which generation of Laravel an error is written in. */
import { readProblemBody } from '#contract/problem.ts';
import type { Heard } from './exchange.ts';
import { parseJson } from './reading.ts';

type Raw = Record<string, unknown>;

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
