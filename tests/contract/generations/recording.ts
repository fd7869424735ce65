/** Answers that a real Laravel 8.83 gave, and a transport that receives them. */
import { readFileSync } from 'node:fs';
import { createTransport, type Transport } from '#api/transport.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';

const FILE = new URL('../fixtures/laravel-8.83-recorded.txt', import.meta.url);

export type Recorded = {
  /** `GET /api/find/1 -> 200`; the answers of one address stand in the order in which they came. */
  title: string;
  status: number;
  headers: Record<string, string>;
  body: string;
};

const BLOCK = /^### (.+ -> (\d{3}))\n((?:[\w-]+: .*\n)*)([\s\S]*)$/;

/** Every answer of the recording, in its order. */
export const recording: Recorded[] = readFileSync(FILE, 'utf8')
  .split(/\n(?=### )/)
  .map(readBlock);

function readBlock(text: string): Recorded {
  const [, title = '', status, head = '', body = ''] = BLOCK.exec(text) ?? [];
  if (title === '') throw new Error(`Not a recorded answer: ${text.slice(0, 80)}`);
  const headers = head
    .trimEnd()
    .split('\n')
    .map(line => line.split(/: (.*)/));
  return {
    title,
    status: Number(status),
    headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name, value])),
    body: body.trimEnd(),
  };
}

const OLD_FILE = new URL('../fixtures/laravel-5.4-recorded.md', import.meta.url);

/** Answers in the manner of Laravel 5.4, by their headings: `GET /api/promo/contacts/getStates (promoter)`. */
export const oldRecording: Recorded[] = readFileSync(OLD_FILE, 'utf8')
  .split(/\n(?=## )/)
  .slice(1)
  .map(readOldBlock);

function readOldBlock(text: string): Recorded {
  const [, title = '', status, head = '', body = ''] =
    /^## (.+)\n\n```\nHTTP\/1\.\d (\d{3}) .*\n([\s\S]*?)\n\n([\s\S]*?)\n```/.exec(text) ?? [];
  const headers = head.split('\n').map((line): [string, string] => {
    const [name = '', value = ''] = line.split(/: (.*)/);
    return [name.toLowerCase(), value];
  });
  return { title, status: Number(status), headers: Object.fromEntries(headers), body: body.trimEnd() };
}

/** The last answer recorded under that title. */
export function recorded(title: string): Recorded {
  const found = recording.findLast(answer => answer.title === title);
  if (!found) throw new Error(`Not in the recording: ${title}`);
  return found;
}

/** The recorder wrote `[…]` for the page links, which nobody reads; with them gone the body is JSON again. */
export function withoutElision(answer: Recorded): Recorded {
  return { ...answer, body: answer.body.replace('"links":[…]', '"links":[]') };
}

const CLOSERS: Record<string, string> = { '{': '}', '[': ']' };

/**
 * The recorder kept the first 1400 characters of a body. This takes the body back to its last whole row and
 * closes what is open there, so that the rows which were kept can be read.
 */
export function closedAfterLastRow(answer: Recorded): Recorded {
  const kept = answer.body.slice(0, answer.body.lastIndexOf('},') + 1);
  const open: string[] = [];
  for (const [sign] of kept.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    const closer = CLOSERS[sign];
    if (closer) open.unshift(closer);
    else open.shift();
  }
  return { ...answer, body: kept + open.join('') };
}

/** The client's own transport on a network where this answer comes to everything. */
export function receiving({
  status,
  headers,
  body,
}: Omit<Recorded, 'title' | 'body'> & { body: string | null }): Transport {
  return createTransport({
    origin: 'http://localhost',
    zone: 'Europe/Moscow',
    sendsKeys: false,
    fetch: async () => new Response(body, { status, headers }),
  });
}

export const HTML = 'text/html; charset=UTF-8';

export type Given = { status?: number; type?: string | null };

/** Whatever is called finds in it what stands in its address. */
const INPUT = {
  id: 7,
  page: 1,
  client: 7,
  token: 'a',
  title: 'кабель',
  promoterId: 7,
  codeNumber: 7,
  code: 'Л-7',
};

/** What comes of any call to which the backend answers with that text. */
export function receive<E extends Endpoint>(
  endpoint: E,
  text: string,
  { status = 200, type = 'application/json' }: Given = {},
) {
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
  return receiving({ status, headers, body: status === 204 ? null : text })(endpoint, INPUT);
}

/** What the client reads from that JSON; it must read something. */
export async function read<E extends Endpoint>(
  endpoint: E,
  json: unknown,
  status = 200,
): Promise<ReplyOf<E>> {
  const answer = await receive(endpoint, JSON.stringify(json), { status });
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return answer.value.value;
}
