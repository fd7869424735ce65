import { listContactStates } from '#contract/contacts.ts';
import { COURSES, UNAUTHENTICATED, type Way, type WireFault } from './faults.ts';
import { answerFromFolder } from './files.ts';
import { isWholeAnswer, sizeOfRequest, statusOf, withoutHeader } from './http-bytes.ts';
import {
  type Asked,
  count,
  cutLine,
  drawFault,
  type Line,
  type Passage,
  readAsked,
  type Spoil,
  takeOrder,
  type WireState,
} from './state.ts';
import { askServer, ServerGone } from './upstream.ts';

/** What serving needs beside the wire's memory. */
export type Serving = {
  state: WireState;
  target: string;
  keyed: boolean;
  files: string | null;
  random: () => number;
  kill: () => void;
};

/** Serves what has come on a connection, one request after the other: browsers do not pipeline. */
export async function serveLine(serving: Serving, line: Line): Promise<void> {
  for (;;) {
    const size = line.socket.destroyed || line.current ? null : sizeOfRequest(line.unread);
    if (size === null) return;
    const asked = readAsked(line.unread.subarray(0, size));
    line.unread = line.unread.subarray(size);
    const passage = isApi(asked.path) ? note(serving.state, asked) : null;
    line.current = { asked, passage };
    line.begun = false;
    await serve(serving, line, asked, passage);
    line.current = null;
  }
}

function isApi(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/oauth/');
}

/** The passage of a request: a new one, or that which the browser repeats. */
function note(state: WireState, { bytes, ...asked }: Asked): Passage {
  const again = state.resends.recognise(bytes);
  if (again) {
    again.sends += 1;
    count(state, 'browser-resend');
    return again;
  }
  if (asked.path === listContactStates.path) state.resends.probed();
  if (asked.token !== '') state.seenTokens.add(asked.token);
  const passage: Passage = { at: Date.now(), ...asked, fault: '', status: 0, sends: 1 };
  state.passages.push(passage);
  return passage;
}

/** One request with its answer, on its line. */
type Call = Serving & { line: Line; asked: Asked; passage: Passage | null };

async function serve(serving: Serving, line: Line, asked: Asked, passage: Passage | null): Promise<void> {
  const { state, files, random } = serving;
  const ordered = passage ? takeOrder(state, asked.path) : null;
  const fault = ordered?.fault ?? (passage ? drawFault(state, random) : '');
  const call: Call = { ...serving, line, asked, passage };
  try {
    const file = files === null ? null : await answerFromFolder(files, asked.path);
    if (file) pass(call, file);
    else if (fault !== '') await meet(call, fault, ordered);
    else pass(call, await ask(call));
  } catch (error) {
    if (!(error instanceof ServerGone)) state.failures.push(error);
    else if (!line.socket.destroyed) count(state, 'server-down');
    cutLine(state, line);
  }
}

/** What was ordered stays so until it has done something: a server that is down spares the client what it held. */
async function meet(call: Call, fault: WireFault, ordered: Spoil | null): Promise<void> {
  const { state, passage } = call;
  let isMet = false;
  const onMeet = () => {
    if (isMet) return;
    isMet = true;
    count(state, fault);
    if (passage?.fault === '') passage.fault = fault;
  };
  try {
    await COURSES[fault](wayOf(call, onMeet));
  } finally {
    if (ordered && !isMet) state.spoils.unshift(ordered);
  }
}

function wayOf(call: Call, onMeet: () => void): Way {
  const { state, line, random, kill } = call;
  const met =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      onMeet();
      return act(...args);
    };
  return {
    ask: onFirstByte => ask(call, onFirstByte),
    pass: met((answer, from) => pass(call, answer, from)),
    passPart: met(part => passPart(line, part)),
    isLeft: () => line.socket.destroyed,
    cut: met(() => cutLine(state, line)),
    kill: met(kill),
    random,
    patience: state.patience,
  };
}

async function ask(call: Call, onFirstByte?: () => void): Promise<Buffer> {
  const { state, target, keyed, asked } = call;
  if (state.expiredTokens.has(asked.token)) {
    count(state, 'expired');
    onFirstByte?.();
    return UNAUTHENTICATED;
  }
  const request = keyed ? asked.bytes : withoutHeader(asked.bytes, 'Idempotency-Key');
  return askServer({ target, request, method: asked.method, open: state.upstream, onFirstByte });
}

function pass({ line, asked, passage }: Call, answer: Buffer, from = 0): void {
  if (line.socket.destroyed) return;
  line.begun = true;
  line.socket.write(answer.subarray(from));
  line.past = 'used';
  if (passage) passage.status = statusOf(answer);
  if (!isWholeAnswer(answer, asked.method)) line.socket.end();
}

/** Resolves when the part has left: what is cut right after it must not take it along. */
function passPart(line: Line, part: Buffer): Promise<void> {
  if (line.socket.destroyed) return Promise.resolve();
  line.begun = true;
  return new Promise(resolve => void line.socket.write(part, () => resolve()));
}
