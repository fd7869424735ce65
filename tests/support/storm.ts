/** Phones that come back at once, each as patient as the app: what is refused for now is asked for again, later. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** What a phone has to send. `done` is given the answer; its error is what must never be. */
export type StormRequest = {
  title: string;
  /** Made anew for each try: an earlier errand may have changed what it needs. */
  make: () => { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string };
  done: (answer: PhoneAnswer) => void;
};

export type PhoneAnswer = { status: number; headers: NodeJS.Dict<string | string[]>; body: string };

export type StormOptions = {
  origin: string;
  /** One list for each phone. */
  phones: readonly (readonly StormRequest[])[];
  /** Divides every wait: a test has less time than a morning. */
  haste?: number;
  /** When a phone still not done is given up, and told of. */
  patienceMs: number;
};

export type StormResult = {
  seconds: number;
  /** When the phones were done, in seconds from the beginning. */
  doneS: { p50: number; p90: number; p99: number; max: number };
  /** How long an answer took, whatever it was, in ms. */
  answerMs: { p50: number; p90: number; p99: number; max: number };
  statuses: Record<string, number>;
  /** Connections that broke before an answer. */
  broken: number;
  /** What went wrong for good. */
  wrong: string[];
};

/** 408 is the HTTP server itself, which had no time to read: like the others it did nothing, and the app asks again. */
const COME_AGAIN = new Set([503, 429, 409, 408]);
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const ANSWER_MS = 60_000;

/** Lets all phones loose in the same moment, and waits for the last. */
export async function storm({ origin, phones, haste = 1, patienceMs }: StormOptions): Promise<StormResult> {
  const began = performance.now();
  const deadline = began + patienceMs;
  const answersMs: number[] = [];
  const doneS: number[] = [];
  const wrong: string[] = [];
  const statuses: Record<string, number> = {};
  let broken = 0;
  const ask = async (agent: Agent, request: StormRequest): Promise<PhoneAnswer | undefined> => {
    const asked = performance.now();
    const answer = await send(origin, agent, request.make()).catch(() => undefined);
    if (!answer) broken += 1;
    else answersMs.push(performance.now() - asked);
    if (answer) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    return answer;
  };
  const insist = async (agent: Agent, request: StormRequest): Promise<void> => {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await ask(agent, request);
      if (answer && !COME_AGAIN.has(answer.status)) return request.done(answer);
      if (performance.now() > deadline) throw new Error(`${request.title} was never done`);
      await pause(waitMs(answer, attempt) / haste);
    }
  };
  const live = async (requests: readonly StormRequest[]): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (const request of requests) await insist(agent, request);
      doneS.push((performance.now() - began) / 1000);
    } catch (error) {
      wrong.push(error instanceof Error ? error.message : String(error));
    } finally {
      agent.destroy();
    }
  };
  await Promise.all(phones.map(live));
  const seconds = round((performance.now() - began) / 1000);
  return { seconds, doneS: spreadOf(doneS), answerMs: spreadOf(answersMs), statuses, broken, wrong };
}

/** As the server says, and up to half as much again; without a word from it twice as long each time. */
function waitMs(answer: PhoneAnswer | undefined, attempt: number): number {
  const received = Number(answer?.headers['retry-after']);
  const least = received > 0 ? received * 1000 : Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
  return least * (1 + Math.random() / 2);
}

function send(origin: string, agent: Agent, shot: ReturnType<StormRequest['make']>): Promise<PhoneAnswer> {
  const { method, path, headers, body } = shot;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      origin + path,
      { agent, method, headers: { ...headers, ...length }, timeout: ANSWER_MS },
      answer => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString('utf8');
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function spreadOf(values: number[]): StormResult['doneS'] {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
