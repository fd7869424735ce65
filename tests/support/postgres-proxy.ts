/** A door between a server process and PostgreSQL, at which the process can be struck dead at a chosen statement. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { endsStatement, isReadyForQuery, type Message, readMessages, wordsOf } from './postgres-messages.ts';

/**
 * `before`: PostgreSQL never hears of the statement. `during`: it has the statement, and nobody waits for the answer.
 * `after`: it has answered, and the process never hears of that.
 */
export type Moment = 'before' | 'during' | 'after';

/** At which statement since `arm` (the first is 0), and what is done there. */
export type Blow = {
  at: number;
  moment: Moment;
  strike: () => Promise<void>;
  /** The machine has lost its power: PostgreSQL is not told that its client is gone. */
  isSilent?: boolean;
};

export type PostgresProxy = {
  /** The address of the database through this door. */
  url: string;
  /** Counts the statements from now on, over all connections. Without a blow nothing happens to them. */
  arm: (blow?: Blow) => void;
  /** The statements since `arm`. `reached`: PostgreSQL got it. */
  statements: () => readonly { words: string; reached: boolean }[];
  /** The ports that PostgreSQL knows the process by: one for each of its connections so far. */
  ports: () => readonly number[];
  close: () => Promise<void>;
};

type Door = {
  blow: Blow | undefined;
  struck: boolean;
  statements: { words: string; reached: boolean }[];
  ports: number[];
};

/** Opens a door to the database of that address. */
export async function postgresProxy(url: string): Promise<PostgresProxy> {
  const target = new URL(url);
  const door: Door = { blow: undefined, struck: false, statements: [], ports: [] };
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A connection that is torn is what this door is for.
    socket.on('error', () => socket.destroy());
    return socket.setNoDelay(true);
  };
  const server = createServer(client => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    upstream.once('connect', () => door.ports.push(upstream.localPort ?? 0));
    pass(door, keep(client), keep(upstream));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The loopback gave no port');
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(address.port);
  return {
    url: through.href,
    arm: blow => Object.assign(door, { blow, statements: [] }),
    statements: () => door.statements,
    ports: () => door.ports,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function pass(door: Door, client: Socket, upstream: Socket): void {
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
        if (!door.struck) upstream.write(message.bytes);
        continue;
      }
      statement.push(message);
      if (!endsStatement(message)) continue;
      number = forward(door, statement, upstream);
      statement = [];
    }
  });
  upstream.on('data', chunk => {
    for (const message of answered(chunk)) {
      answer.push(message);
      const isEnd = isReadyForQuery(message);
      // Before the first statement, and when PostgreSQL ends the connection by itself, there is nothing to hold back.
      if (isStarted && !isEnd && number !== undefined) continue;
      giveBack(door, number, answer, client);
      answer = [];
      if (isEnd) [isStarted, number] = [true, undefined];
    }
  });
  client.once('close', () => {
    if (door.blow?.isSilent !== true) upstream.destroy();
  });
  upstream.once('close', () => {
    // Its last words, where it ended the connection in the middle of a statement.
    if (!door.struck) client.end(Buffer.concat(answer.map(({ bytes }) => bytes)));
  });
}

function forward(door: Door, statement: readonly Message[], upstream: Socket): number {
  const number = door.statements.length;
  const isHere = door.blow?.at === number;
  const reached = !door.struck && !(isHere && door.blow?.moment === 'before');
  door.statements.push({ words: wordsOf(statement), reached });
  if (reached) upstream.write(Buffer.concat(statement.map(({ bytes }) => bytes)));
  if (isHere && door.blow?.moment !== 'after') strike(door);
  return number;
}

function giveBack(door: Door, number: number | undefined, answer: readonly Message[], client: Socket): void {
  if (number !== undefined && door.blow?.at === number && door.blow.moment === 'after') strike(door);
  if (!door.struck) client.write(Buffer.concat(answer.map(({ bytes }) => bytes)));
}

/** From here on nothing passes in any direction; the process' own end closes its connections. */
function strike(door: Door): void {
  if (door.struck) return;
  door.struck = true;
  void door.blow?.strike();
}
