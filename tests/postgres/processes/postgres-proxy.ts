/** A proxy between a server process and PostgreSQL, at which the process can be killed at a chosen statement. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '#tests/support/loopback.ts';
import { wayTo } from '../database-proxy.ts';

/**
 * `before`: PostgreSQL never hears of the statement. `during`: it has the statement, and nobody waits for the answer.
 * `after`: it has answered, and the process never hears of that.
 */
export type Moment = 'before' | 'during' | 'after';

/** At which statement since `arm` (the first is 0), and what is done there. */
export type KillAt = {
  at: number;
  moment: Moment;
  kill: () => Promise<void>;
  /** The machine has lost its power: PostgreSQL is not told that its client is gone. */
  isSilent?: boolean;
};

export type PostgresProxy = {
  /** The address of the database through this proxy. */
  url: string;
  /** Counts the statements from now on, over all connections, but for their settings. Without that nothing happens to them. */
  arm: (killAt?: KillAt) => void;
  /** The statements since `arm`. `reached`: PostgreSQL got it. */
  statements: () => readonly { words: string; reached: boolean }[];
  /** The processes of PostgreSQL that served its connections so far. */
  backends: () => readonly number[];
  close: () => Promise<void>;
};

type State = {
  killAt: KillAt | undefined;
  isKilled: boolean;
  statements: { words: string; reached: boolean }[];
  backends: number[];
};

/** Opens a proxy to the database of that address. */
export async function postgresProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  const state: State = { killAt: undefined, isKilled: false, statements: [], backends: [] };
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A connection that is torn is what this proxy is for.
    socket.on('error', () => socket.destroy());
    return socket.setNoDelay(true);
  };
  const server = createServer(client => {
    const upstream = connect(wayTo(target));
    pass(state, keep(client), keep(upstream));
  });
  const port = await listenOnLoopback(server);
  const through = new URL(url);
  Object.assign(through, { hostname: '127.0.0.1', port: String(port), search: '' });
  return {
    url: through.href,
    arm: killAt => Object.assign(state, { killAt, statements: [] }),
    statements: () => state.statements,
    backends: () => state.backends,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function pass(state: State, client: Socket, upstream: Socket): void {
  const asked = readMessages('client');
  const answered = readMessages('server');
  /** What is held back until it is a whole statement, or the whole answer to one. */
  let statement: Message[] = [];
  let answer: Message[] = [];
  let number: number | undefined;
  let isStarted = false;
  client.on('data', chunk => {
    for (const message of asked(chunk)) {
      if (!isStarted || message.type === 'X') {
        if (!state.isKilled) upstream.write(message.bytes);
        continue;
      }
      statement.push(message);
      if (!endsStatement(message)) continue;
      number = forward(state, statement, upstream);
      statement = [];
    }
  });
  upstream.on('data', chunk => {
    for (const message of answered(chunk)) {
      // BackendKeyData: its process, and a secret.
      if (message.type === 'K') state.backends.push(message.bytes.readInt32BE(HEAD_BYTES));
      answer.push(message);
      const isEnd = isReadyForQuery(message);
      // Before the first statement, and when PostgreSQL ends the connection by itself, there is nothing to hold back.
      if (isStarted && !isEnd && number !== undefined) continue;
      giveBack(state, number, answer, client);
      answer = [];
      if (isEnd) [isStarted, number] = [true, undefined];
    }
  });
  client.once('close', () => {
    if (state.killAt?.isSilent !== true) upstream.destroy();
  });
  upstream.once('close', () => {
    // Its last words, where it ended the connection in the middle of a statement.
    if (!state.isKilled) client.end(Buffer.concat(answer.map(({ bytes }) => bytes)));
  });
}

/** What each new connection begins with (server/db/pool.ts). Whether one more is opened is chance, so it is not counted. */
const SETTINGS = /^set statement_timeout /;

function forward(state: State, statement: readonly Message[], upstream: Socket): number | undefined {
  const words = wordsOf(statement);
  const bytes = Buffer.concat(statement.map(each => each.bytes));
  if (SETTINGS.test(words)) {
    if (!state.isKilled) upstream.write(bytes);
    return undefined;
  }
  const number = state.statements.length;
  const isHere = state.killAt?.at === number;
  const reached = !state.isKilled && !(isHere && state.killAt?.moment === 'before');
  state.statements.push({ words, reached });
  if (reached) upstream.write(bytes);
  if (isHere && state.killAt?.moment !== 'after') kill(state);
  return number;
}

function giveBack(
  state: State,
  number: number | undefined,
  answer: readonly Message[],
  client: Socket,
): void {
  if (number !== undefined && state.killAt?.at === number && state.killAt.moment === 'after') kill(state);
  if (!state.isKilled) client.write(Buffer.concat(answer.map(({ bytes }) => bytes)));
}

/** From here on nothing passes in any direction; the process' own end closes its connections. */
function kill(state: State): void {
  if (state.isKilled) return;
  state.isKilled = true;
  void state.killAt?.kill();
}

// PostgreSQL's wire protocol, as far as one must read it to know where a statement ends and where its answer does.

/** One message with its type; `bytes` are all of it, as it travels. */
type Message = { type: string; bytes: Buffer };

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
const HEAD_BYTES = TYPE_BYTES + LENGTH_BYTES;

/** Cuts a stream into messages. The first one of a client has no type: it is named `startup`. */
function readMessages(from: 'client' | 'server'): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = from === 'client';
  return chunk => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (let size = sizeOf(rest, isFirst); size <= rest.length; size = sizeOf(rest, isFirst)) {
      const bytes = rest.subarray(0, size);
      messages.push({ type: isFirst ? 'startup' : String.fromCharCode(bytes[0] ?? 0), bytes });
      rest = rest.subarray(size);
      isFirst = false;
    }
    return messages;
  };
}

/** How long the message at the beginning is; endless while that is not known. */
function sizeOf(bytes: Buffer, isStartup: boolean): number {
  if (isStartup) return bytes.length < LENGTH_BYTES ? Number.POSITIVE_INFINITY : bytes.readInt32BE(0);
  if (bytes.length < HEAD_BYTES) return Number.POSITIVE_INFINITY;
  return TYPE_BYTES + bytes.readInt32BE(TYPE_BYTES);
}

/** Whether the server answers once it has this: Query, or the Sync that ends a prepared one. */
const endsStatement = ({ type }: Message) => type === 'Q' || type === 'S';

/** Whether the server waits for the next statement now. */
const isReadyForQuery = ({ type }: Message) => type === 'Z';

/** What the messages of a statement ask for, for whoever reads a failure: its text, or the name that it goes by. */
function wordsOf(messages: readonly Message[]): string {
  const texts = messages.flatMap(({ type, bytes }) => {
    const [first = '', second = ''] = bytes.toString('utf8', HEAD_BYTES).split('\0', 2);
    if (type === 'Q') return first;
    if (type === 'P') return second;
    return [];
  });
  const bind = messages.find(({ type }) => type === 'B');
  const name = bind?.bytes.toString('utf8', HEAD_BYTES).split('\0', 2)[1] ?? '?';
  return texts.join('; ') || `prepared before: ${name}`;
}
