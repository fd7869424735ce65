/** Asks one thing after the other as the app would, and notes each answer in a line. */
import { type Endpoint, requestParts } from '#contract/endpoint.ts';
import type { ReadAnswers } from './calls.ts';
import { isShared } from './cors.ts';
import { wrapperOf } from './describe.ts';
import type { Exchange } from './exchange.ts';
import { addForms, type Forms, formsOf, noForms } from './forms.ts';
import { parseJson, readAnswer } from './read-answer.ts';
import { type Heard, type Outgoing, READINGS, type ReadingName, type Unheard } from './readings.ts';

/** One line of the report. `shape`: a call that was to fail, to see how. Ids never stand in `path`. */
export type Call = {
  name: string;
  method: string;
  path: string;
  status: number | null;
  ms: number;
  outcome: 'read' | 'unreadable' | 'skipped' | 'shape';
  notes: string[];
  why: string[];
};

/** The calls that were made, and the one way to make another. */
export type Conversation = {
  calls: Call[];
  forms: Forms;
  answers: ReadAnswers;
  /** Sent as whoever this token is of. */
  token: string;
  ask: (
    name: ReadingName,
    input?: Record<string, unknown>,
    inspect?: (heard: Heard) => void,
  ) => Promise<void>;
  /** Sends what cannot go well, or whatever else is of interest for its own sake. */
  look: (name: string, outgoing: Outgoing, describe: (heard: Heard) => string) => Promise<Heard | undefined>;
  skip: (name: ReadingName, why: string) => void;
  /** A request to that endpoint as the app would make it. */
  request: (endpoint: Endpoint, input: Record<string, unknown>, headers?: Outgoing['headers']) => Outgoing;
};

/** What a conversation is held with. */
export type ConversationOptions = {
  exchange: Exchange;
  zone: string;
  /** The page's origin where it is another one than the backend's. */
  foreignPage: string | undefined;
  progress: (line: string) => void;
};

/** Two calls in a row without an answer: the others would only take their time. */
const PATIENCE = 2;

/** How the reason begins why the rest was left out. */
export const NOT_ASKED = 'не спрашивали';

export function startConversation(job: ConversationOptions): Conversation {
  const { foreignPage } = job;
  let silent = 0;
  let stopped = '';
  const record = (call: Call) => void conversation.calls.push(call);
  const send = async (outgoing: Outgoing, path: string): Promise<Heard | Unheard> => {
    job.progress(`${outgoing.method} ${path} …`);
    const heard = await job.exchange(outgoing);
    silent = heard.status === null ? silent + 1 : 0;
    if (silent >= PATIENCE) stopped = `${NOT_ASKED}: сервер перестал отвечать`;
    if (heard.status === 429) stopped = `${NOT_ASKED}: сервер просит подождать (429), повторите через минуту`;
    return heard;
  };
  const conversation: Conversation = {
    calls: [],
    forms: noForms(),
    answers: {},
    token: '',
    request: (endpoint, input, headers) =>
      requestOf(endpoint, input, { ...headersFor(foreignPage, conversation.token), ...headers }),
    skip: (name, why) => record({ ...lineOf(name), outcome: 'skipped', why: [stopped || why] }),
    async ask(name, input = {}, inspect) {
      if (stopped) return conversation.skip(name, stopped);
      const endpoint: Endpoint = READINGS[name];
      const heard = await send(conversation.request(endpoint, input), endpoint.path);
      const line = { ...lineOf(name), ms: heard.ms };
      if (heard.status === null) return record({ ...line, outcome: 'unreadable', why: [heard.why] });
      inspect?.(heard);
      const reading = readAnswer(endpoint, heard, job.zone);
      const hidden = foreignPage !== undefined && !isShared(heard, foreignPage);
      const why = hidden ? ['браузер не отдаст ответ странице: нет Access-Control-Allow-Origin'] : [];
      if (!reading.ok) why.push(...reading.why);
      const notes = reading.ok
        ? [wrapperOf(endpoint, reading.raw), ...absentIn(endpoint, heard, reading.value)]
        : bodyNotes(endpoint, heard);
      record({ ...line, status: heard.status, outcome: why.length > 0 ? 'unreadable' : 'read', notes, why });
      if (!reading.ok) return;
      addForms(conversation.forms, formsOf(endpoint.reply, reading.raw));
      // Read by that very endpoint's schema.
      Object.assign(conversation.answers, { [name]: { heard, raw: reading.raw, value: reading.value } });
    },
    async look(name, outgoing, describe) {
      const line = { ...lineOf(name), method: outgoing.method, outcome: 'shape' as const };
      const path = name in READINGS ? line.path : (outgoing.path.split('?')[0] ?? '');
      if (stopped) return void record({ ...line, path, outcome: 'skipped', why: [stopped] });
      const heard = await send(outgoing, path);
      if (heard.status === null) return void record({ ...line, path, ms: heard.ms, why: [heard.why] });
      record({ ...line, path, status: heard.status, ms: heard.ms, notes: [describe(heard)] });
      return heard;
    },
  };
  return conversation;
}

function lineOf(name: string): Call {
  const known: Record<string, Endpoint> = READINGS;
  const { method, path } = known[name] ?? { method: 'POST', path: '' };
  return { name, method, path, status: null, ms: 0, outcome: 'read', notes: [], why: [] };
}

/** Of an answer that the app cannot read, its wrapper helps whoever mends it. */
function bodyNotes(endpoint: Endpoint, heard: Heard): string[] {
  const raw = heard.status < 300 ? parseJson(heard) : undefined;
  return raw === undefined ? [] : [wrapperOf(endpoint, raw)];
}

/** Has other names elsewhere, or is looked at by itself. */
const ALIASED = new Set(['role', 'redirect', 'nomenclature', 'loss_from', 'name']);

/** Names that the contract knows and that stand nowhere in the answer; where there are no rows, nothing is said of them. */
function absentIn({ reply }: Pick<Endpoint, 'reply'>, { text }: Heard, value: unknown): string[] {
  // The names of a map are the backend's, not the contract's.
  if (reply.type !== 'object' && reply.type !== 'array') return [];
  const names = Object.keys(firstRow(value) ?? {});
  const absent = names.filter(name => !ALIASED.has(name) && !new RegExp(`"${name}"\\s*:`).test(text));
  return absent.length > 0 ? [`нет полей, считаются пустыми: ${absent.join(', ')}`] : [];
}

function firstRow(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { list, data } = value as Partial<{ list: unknown; data: unknown }>;
  const rows = [value, list, data].find(Array.isArray);
  if (!rows) return value;
  return typeof rows[0] === 'object' && rows[0] !== null ? rows[0] : undefined;
}

function headersFor(foreignPage: string | undefined, token: string): Record<string, string> {
  return {
    // JSON first, as the app: Laravel looks at the first type only.
    Accept: 'application/json, text/plain, */*',
    'X-Requested-With': 'XMLHttpRequest',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(foreignPage === undefined ? {} : { Origin: foreignPage }),
  };
}

function requestOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  headers: Outgoing['headers'],
): Outgoing {
  const { path, query, body } = requestParts(endpoint, input);
  const search = new URLSearchParams(query).toString();
  const at = { path: search ? `${path}?${search}` : path };
  if (endpoint.method === 'GET') return { method: 'GET', ...at, headers };
  const isForm = endpoint.encoding === 'form';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const fields = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method: 'POST',
    ...at,
    headers: { ...headers, 'Content-Type': type },
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(body),
  };
}
