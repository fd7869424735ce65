/** Asks one thing after the other as the app would, and notes each answer in a line. */
import { type Endpoint, requestParts } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { ReadAnswers } from './calls.ts';
import { absentIn, wrapperOf } from './describe.ts';
import type { Exchange, Outgoing } from './exchange.ts';
import { type Forms, noForms, noteForms } from './forms.ts';
import { type Heard, isShared, parseJson, readAnswer } from './read-answer.ts';
import type { Target } from './target.ts';

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

type Job = {
  exchange: Exchange;
  target: Target;
  clientSecret: string;
  password: string;
  progress: (line: string) => void;
};

/** What is probed, and what has been seen of it so far. */
export type Probing = Job & {
  /** The page's origin where it is another one than the backend's. */
  foreignPage: string | undefined;
  calls: Call[];
  forms: Forms;
  answers: ReadAnswers;
  /** Sent as whoever this token is of. */
  token: string;
  /** Calls in a row without an answer. */
  silences: number;
  /** Why the rest is left out. */
  stopped: string;
};

export function startProbing(job: Job): Probing {
  const foreignPage = foreignPageOf(job.target);
  const nothing = { calls: [], forms: noForms(), answers: new Map(), token: '', silences: 0, stopped: '' };
  return { ...job, foreignPage, ...nothing };
}

export function foreignPageOf({ origin, pageOrigin }: Target): string | undefined {
  return pageOrigin === origin ? undefined : pageOrigin;
}

/** Whether a browser would keep that answer from the page. */
export function isHidden({ foreignPage }: Probing, heard: Heard): boolean {
  return foreignPage !== undefined && !isShared(heard, foreignPage);
}

export async function ask(
  probing: Probing,
  endpoint: Endpoint,
  input: Record<string, unknown> = {},
): Promise<Heard | undefined> {
  if (probing.stopped) return skip(probing, endpoint, '');
  const heard = await send(probing, requestOf(probing, endpoint, input), endpoint.path);
  const { status, ms } = heard;
  if (heard.status === null) {
    return record(probing, endpoint, { ms, outcome: 'unreadable', why: [heard.why] });
  }
  const reading = readAnswer(endpoint, heard, probing.target.zone);
  const hidden = 'браузер не отдаст ответ странице: нет Access-Control-Allow-Origin';
  const why = [...(isHidden(probing, heard) ? [hidden] : []), ...(reading.ok ? [] : reading.why)];
  const notes = reading.ok
    ? [wrapperOf(endpoint, reading.raw), ...absentIn(endpoint, heard, reading.value)]
    : bodyNotes(endpoint, heard);
  const outcome = why.length > 0 ? 'unreadable' : 'read';
  record(probing, endpoint, { status, ms, outcome, notes, why });
  if (reading.ok) {
    noteForms(probing.forms, endpoint.reply, reading.raw);
    probing.answers.set(endpoint, { heard, ...reading });
  }
  return heard;
}

type Place = Pick<Call, 'path'> & Partial<Pick<Call, 'name' | 'method'>>;

/** Sends what cannot go well, or whatever else is of interest for its own sake. */
export async function look(
  probing: Probing,
  at: Place,
  outgoing: Outgoing,
  describe: (heard: Heard) => string,
): Promise<Heard | undefined> {
  const { method } = outgoing;
  if (probing.stopped) return record(probing, at, { method, outcome: 'skipped', why: [probing.stopped] });
  const heard = await send(probing, outgoing, at.path);
  const { status, ms } = heard;
  if (heard.status === null) return record(probing, at, { method, ms, outcome: 'shape', why: [heard.why] });
  record(probing, at, { method, status, ms, outcome: 'shape', notes: [describe(heard)] });
  return heard;
}

export function skip(probing: Probing, endpoint: Endpoint, why: string): undefined {
  record(probing, endpoint, { outcome: 'skipped', why: [probing.stopped || why] });
}

function record(probing: Probing, at: Place, call: Partial<Call> & Pick<Call, 'outcome'>): undefined {
  const name = at.name ?? Object.keys(endpoints).find(known => endpoints[known] === at) ?? '';
  const { method = '', path } = at;
  probing.calls.push({ name, method, path, status: null, ms: 0, notes: [], why: [], ...call });
}

/** How the reason begins why the rest was left out. */
export const NOT_ASKED = 'не спрашивали';

/** Two calls in a row without an answer: the others would only take their time. */
const PATIENCE = 2;

async function send(probing: Probing, outgoing: Outgoing, path: string) {
  probing.progress(`${outgoing.method} ${path} …`);
  const heard = await probing.exchange(outgoing);
  probing.silences = heard.status === null ? probing.silences + 1 : 0;
  if (probing.silences >= PATIENCE) probing.stopped = `${NOT_ASKED}: сервер перестал отвечать`;
  if (heard.status === 429) {
    probing.stopped = `${NOT_ASKED}: сервер просит подождать (429), повторите через минуту`;
  }
  return heard;
}

/** Of an answer that the app cannot read, its wrapper helps whoever mends it. */
function bodyNotes(endpoint: Endpoint, heard: Heard): string[] {
  const raw = heard.status < 300 ? parseJson(heard) : undefined;
  return raw === undefined ? [] : [wrapperOf(endpoint, raw)];
}

/** A request to that endpoint as the app would make it. */
export function requestOf(
  { token, foreignPage }: Probing,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  more: Outgoing['headers'] = {},
): Outgoing {
  const { path, query, body } = requestParts(endpoint, input);
  const search = new URLSearchParams(query).toString();
  const headers = {
    // JSON first, as the app: Laravel looks at the first type only.
    Accept: 'application/json, text/plain, */*',
    'X-Requested-With': 'XMLHttpRequest',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(foreignPage !== undefined && { Origin: foreignPage }),
    ...more,
  };
  const outgoing = { path: search ? `${path}?${search}` : path, headers };
  if (endpoint.method === 'GET') return { method: 'GET', ...outgoing };
  const isForm = endpoint.encoding === 'form';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const fields = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method: 'POST',
    ...outgoing,
    headers: { ...headers, 'Content-Type': type },
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(body),
  };
}
