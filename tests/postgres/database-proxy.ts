/** A wire to a database that can fail in every way a wire can; what goes over it is passed on as it is. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '#tests/support/loopback.ts';

/**
 * `silent`: connections are accepted and nothing arrives any more. `refused`: nobody listens, and what was open is cut.
 * `lose-commit`, `lose-insert`, `lose-select`: the next of these is carried out, its answer never arrives, and the connection
 * is cut. `end-new`: a new connection is ended by the server in the same packet that answers its settings.
 */
type State = 'whole' | 'silent' | 'refused' | 'end-new' | `lose-${'commit' | 'insert' | 'select'}`;

export type DatabaseProxy = {
  url: string;
  setState: (state: State) => Promise<void>;
  close: () => Promise<void>;
};

const DEFAULT_PORT = 5432;

/** What a server says that is told to stop: FATAL, 57P01. */
const FAREWELL = messageOf('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');

function messageOf(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

/** A folder of sockets is told as `?host=`. */
export function wayTo({
  hostname,
  port,
  searchParams,
}: URL): { path: string } | { host: string; port: number } {
  const folder = searchParams.get('host');
  if (folder) return { path: `${folder}/.s.PGSQL.${port || DEFAULT_PORT}` };
  return { host: hostname, port: Number(port || DEFAULT_PORT) };
}

/** Lays a wire to the database of this address. */
export async function openDatabaseProxy(to: string): Promise<DatabaseProxy> {
  const target = wayTo(new URL(to));
  const sockets = new Set<Socket>();
  let state: State = 'whole';
  const server = createServer(socket => {
    const beyond = connect(target);
    let isLosing = false;
    let isEnding = false;
    for (const [end, other] of [
      [socket, beyond],
      [beyond, socket],
    ] as const) {
      sockets.add(end);
      end.on('error', () => other.destroy());
      end.on('close', () => {
        sockets.delete(end);
        other.destroy();
      });
    }
    socket.on('data', data => {
      if (state === 'silent') return;
      if (state.startsWith('lose-') && data.includes(state.slice('lose-'.length))) isLosing = true;
      if (state === 'end-new' && data.includes('set statement_timeout')) isEnding = true;
      beyond.write(data);
    });
    beyond.on('data', data => {
      if (state === 'silent') return;
      if (isEnding) return void socket.end(Buffer.concat([data, FAREWELL]));
      if (!isLosing) return void socket.write(data);
      state = 'whole';
      socket.destroy();
    });
  });
  const port = await listenOnLoopback(server);
  const url = Object.assign(new URL(to), { hostname: '127.0.0.1', port: String(port), search: '' });
  const shut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const setState = async (next: State) => {
    // What was swallowed is gone: a connection from that time is of no use to anybody.
    if (state === 'silent') for (const socket of sockets) socket.destroy();
    state = next;
    if (next === 'refused') return shut();
    if (server.listening) return;
    await listenOnLoopback(server, port);
  };
  return { url: url.href, setState, close: shut };
}
