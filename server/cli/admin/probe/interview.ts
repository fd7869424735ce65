/** Asks one thing after the other as the app would, and notes each answer in a line. */
import { type Endpoint, type ReplyOf, requestParts } from '#contract/endpoint.ts';
import { type Outgoing, READINGS, type ReadingName } from './allowed.ts';
import { isShared } from './cors.ts';
import type { Exchange, Heard, Unheard } from './exchange.ts';
import { addForms, type Forms, formsOf, noForms } from './forms.ts';
import { parseJson, type Reading, readAnswer } from './reading.ts';
import { wrapperOf } from './wrapper.ts';

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

/** An answer that the app can read. */
export type ReadReply<Value> = { heard: Heard; raw: unknown; value: Value };

export type Interview = {
  calls: Call[];
  forms: Forms;
  /** Sent as whoever this token is of. */
  token: string;
  ask: <Name extends ReadingName>(
    name: Name,
    input?: Record<string, unknown>,
    inspect?: (heard: Heard) => void,
  ) => Promise<ReadReply<ReplyOf<(typeof READINGS)[Name]>> | undefined>;
  /** Sends what cannot go well, or whatever else is of interest for its own sake. */
  look: (
    name: string,
    outgoing: Outgoing,
    describe: (heard: Heard) => string[],
  ) => Promise<Heard | undefined>;
  skip: (names: readonly ReadingName[], why: string) => void;
  /** A request to that endpoint as the app would make it. */
  request: (endpoint: Endpoint, input: Record<string, unknown>, headers?: Outgoing['headers']) => Outgoing;
};

/** Two calls in a row without an answer: the others would only take their time. */
const PATIENCE = 2;

/** What an interview is held with. */
export type InterviewOptions = {
  exchange: Exchange;
  zone: string;
  /** The page's origin where it is another one than the backend's. */
  foreignPage: string | undefined;
  progress: (line: string) => void;
};

export function startInterview(options: InterviewOptions): Interview {
  const calls: Call[] = [];
  const state = { token: '', silent: 0, stopped: '' };
  const record = (call: Call) => void calls.push(call);
  const send = async (outgoing: Outgoing, path: string): Promise<Heard | Unheard> => {
    options.progress(`${outgoing.method} ${path} …`);
    const heard = await options.exchange(outgoing);
    state.silent = heard.status === null ? state.silent + 1 : 0;
    if (state.silent >= PATIENCE) state.stopped = 'не спрашивали: сервер перестал отвечать';
    if (heard.status === 429)
      state.stopped = 'не спрашивали: сервер просит подождать (429), повторите через минуту';
    return heard;
  };
  const interview: Interview = {
    calls,
    forms: noForms(),
    get token() {
      return state.token;
    },
    set token(token) {
      state.token = token;
    },
    request: (endpoint, input, headers) =>
      requestOf(endpoint, input, { ...headersFor(options, state.token), ...headers }),
    skip: (names, why) => {
      for (const name of names) record({ ...lineOf(name), outcome: 'skipped', why: [state.stopped || why] });
    },
    ask: async (name, input = {}, inspect = () => undefined) => {
      if (state.stopped) return void interview.skip([name], state.stopped);
      const endpoint: Endpoint = READINGS[name];
      const heard = await send(interview.request(endpoint, input), endpoint.path);
      if (heard.status !== null) inspect(heard);
      const { call, reading } = judge(name, heard, options);
      record(call);
      if (heard.status === null || !reading?.ok) return undefined;
      addForms(interview.forms, formsOf(endpoint.reply, reading.raw));
      // Read by that very endpoint's schema.
      return { heard, raw: reading.raw, value: reading.value as never };
    },
    look: async (name, outgoing, describe) => {
      const line = { ...lineOf(name), method: outgoing.method, outcome: 'shape' as const };
      const path = name in READINGS ? line.path : (outgoing.path.split('?')[0] ?? '');
      if (state.stopped) return void record({ ...line, path, outcome: 'skipped', why: [state.stopped] });
      const heard = await send(outgoing, path);
      if (heard.status === null) return void record({ ...line, path, ms: heard.ms, why: [heard.why] });
      record({ ...line, path, status: heard.status, ms: heard.ms, notes: describe(heard) });
      return heard;
    },
  };
  return interview;
}

function lineOf(name: string): Call {
  const known: Record<string, Endpoint> = READINGS;
  const { method, path } = known[name] ?? { method: 'POST', path: '' };
  return { name, method, path, status: null, ms: 0, outcome: 'read', notes: [], why: [] };
}

function judge(
  name: ReadingName,
  heard: Heard | Unheard,
  { zone, foreignPage }: InterviewOptions,
): { call: Call; reading?: Reading } {
  const line = { ...lineOf(name), ms: heard.ms };
  if (heard.status === null) return { call: { ...line, outcome: 'unreadable', why: [heard.why] } };
  const { status } = heard;
  const reading = readAnswer(READINGS[name], heard, zone);
  const hidden = foreignPage !== undefined && !isShared(heard, foreignPage);
  const why = [
    ...(hidden ? ['браузер не отдаст ответ странице: нет Access-Control-Allow-Origin'] : []),
    ...(reading.ok ? [] : reading.why),
  ];
  const notes = reading.ok
    ? [wrapperOf(READINGS[name], reading.raw), ...absentIn(READINGS[name], heard, reading.value)]
    : bodyNotes(READINGS[name], heard);
  const call: Call = { ...line, status, outcome: why.length > 0 ? 'unreadable' : 'read', notes, why };
  return { call, reading };
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

function headersFor({ foreignPage }: InterviewOptions, token: string): Record<string, string> {
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
