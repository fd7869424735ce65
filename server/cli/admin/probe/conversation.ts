/** Asks one thing after the other as the app would, and notes each answer in a line. */
import { type Endpoint, requestParts } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { SECOND_MS } from '#kit/clock.ts';
import { absentIn, wrapperOf } from './describe.ts';
import type { Exchange, Outgoing } from './exchange.ts';
import { noForms, noteForms } from './forms.ts';
import type { PlannedCall, ReadAnswers } from './planned-call.ts';
import { type Heard, isShared, parseJson, readAnswer, retryAfterS, setsCsrfCookie } from './read-answer.ts';
import type { Target } from './target.ts';

/**
 * One line of the report. `shape`: a call that was to fail, to see how; `absent`, `denied`: the backend lacks it, or keeps
 * it from this user, and may. Ids never stand in `path`.
 */
export type Call = {
  name: string;
  method: string;
  path: string;
  status: number | null;
  ms: number;
  notes: string[];
  why: string[];
  outcome: 'read' | 'unreadable' | 'absent' | 'denied' | 'skipped' | 'shape';
  /** What does not work where it cannot be read. */
  breaks?: string;
};

type Job = {
  exchange: Exchange;
  target: Target;
  clientSecret: string;
  password: string;
  progress: (line: string) => void;
  /** Sleeps so many milliseconds. */
  wait: (ms: number) => Promise<void>;
};

/** What is probed, and what has been seen of it so far. */
export type Probing = ReturnType<typeof startProbing>;

export function startProbing(job: Job) {
  return {
    ...job,
    /** The page's origin where it is another one than the backend's. */
    foreignPage: foreignPageOf(job.target),
    calls: [] as Call[],
    forms: noForms(),
    answers: new Map() as ReadAnswers,
    /** Sent as whoever this token is of. */
    token: '',
    /** Paths whose answers set the cookie of CSRF. */
    csrfPaths: new Set<string>(),
    /** Calls in a row without an answer. */
    silences: 0,
    /** How often it was waited because of 429. */
    waits: 0,
    /** Why the rest is left out. */
    stopped: '',
  };
}

export function foreignPageOf({ origin, pageOrigin }: Target) {
  return pageOrigin === origin ? undefined : pageOrigin;
}

/** Whether a browser would keep that answer from the page. */
export function isHidden({ foreignPage }: Probing, heard: Heard): boolean {
  return foreignPage !== undefined && !isShared(heard, foreignPage);
}

/** Asks as the app would, and keeps the answer if the app could read it. */
export async function ask(probing: Probing, call: PlannedCall, input: Record<string, unknown> = {}) {
  const { endpoint, isExtra = false } = call;
  const line = addLine(probing, endpoint, endpoint.method, 'unreadable', call.breaks);
  const heard = await send(probing, line, requestOf(probing, endpoint, input));
  if (!heard) return undefined;
  if (isHidden(probing, heard))
    line.why.push('браузер не отдаст ответ странице: нет Access-Control-Allow-Origin');
  const raw = heard.status < 300 ? parseJson(heard) : undefined;
  // Of an answer that the app cannot read, its wrapper helps whoever mends it.
  if (raw !== undefined) line.notes.push(wrapperOf(endpoint, raw));
  const reading = readAnswer(endpoint, heard, probing.target.zone);
  if (!reading.ok) {
    line.why.push(...reading.why);
    if (isExtra && heard.status === 403) line.outcome = 'denied';
    if (isExtra && heard.status === 404) line.outcome = 'absent';
    return heard;
  }
  line.notes.push(...absentIn(endpoint, heard, reading.value));
  noteForms(probing.forms, endpoint.reply, reading.raw);
  probing.answers.set(endpoint, { heard, ...reading });
  if (line.why.length === 0) line.outcome = 'read';
  return heard;
}

/** Sends what cannot go well, or whatever else is of interest for its own sake. */
export async function look(
  probing: Probing,
  at: Place,
  outgoing: Outgoing,
  describe: (heard: Heard) => string,
) {
  const line = addLine(probing, at, outgoing.method, 'shape');
  const heard = await send(probing, line, outgoing);
  if (heard) line.notes.push(describe(heard));
  return heard;
}

export function skip(probing: Probing, { endpoint, breaks }: PlannedCall, why: string): void {
  addLine(probing, endpoint, endpoint.method, 'skipped', breaks).why.push(probing.stopped || why);
}

type Place = { name?: string; path: string };

function addLine(
  { calls }: Probing,
  at: Place,
  method: string,
  outcome: Call['outcome'],
  breaks?: string,
): Call {
  const name = at.name ?? Object.keys(endpoints).find(known => endpoints[known] === at) ?? '';
  const asked = { name, method, path: at.path, status: null, ms: 0, outcome };
  const line: Call = { ...asked, notes: [], why: [], ...(breaks && { breaks }) };
  calls.push(line);
  return line;
}

/** How the reason begins why the rest was left out. */
export const NOT_ASKED = 'не спрашивали';

/** Two calls in a row without an answer: the others would only take their time. */
const PATIENCE = 2;

/** A backend that lets 60 requests a minute through is probed to the end with these. */
const WAITS_MAX = 2;
const WAIT_MAX_S = 90;
/** Where a 429 does not say how long. */
const WAIT_UNTOLD_S = 60;

/** Undefined where there was no answer, or nothing was sent any more; the line then says why. */
async function send(probing: Probing, line: Call, outgoing: Outgoing): Promise<Heard | undefined> {
  if (probing.stopped) {
    Object.assign(line, { outcome: 'skipped', why: [probing.stopped] });
    return undefined;
  }
  probing.progress(`${outgoing.method} ${line.path} …`);
  let heard = await probing.exchange(outgoing);
  while (heard.status === 429 && (await waitsOut(probing, line, heard)))
    heard = await probing.exchange(outgoing);
  line.status = heard.status;
  line.ms = heard.ms;
  probing.silences = heard.status === null ? probing.silences + 1 : 0;
  if (probing.silences >= PATIENCE) probing.stopped = `${NOT_ASKED}: сервер перестал отвечать`;
  if (heard.status === null) {
    line.why.push(heard.why);
    return undefined;
  }
  if (setsCsrfCookie(heard)) probing.csrfPaths.add(line.path);
  return heard;
}

/** Whether the time that a 429 asks for has been waited; otherwise nothing more is sent. */
async function waitsOut(probing: Probing, line: Call, heard: Heard): Promise<boolean> {
  const seconds = retryAfterS(heard) ?? WAIT_UNTOLD_S;
  if (probing.waits >= WAITS_MAX || seconds > WAIT_MAX_S) {
    probing.stopped = `${NOT_ASKED}: сервер ограничивает частоту (429), повторите через ${seconds} с`;
    return false;
  }
  probing.waits += 1;
  probing.progress(
    `сервер ограничивает частоту (429): жду ${seconds} с, раз ${probing.waits} из ${WAITS_MAX} …`,
  );
  // Laravel counts whole seconds, so that its last one may not be over yet.
  await probing.wait((seconds + 1) * SECOND_MS);
  line.notes.push(`ждали ${seconds} с (429)`);
  return true;
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
