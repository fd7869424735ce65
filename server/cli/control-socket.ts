/**
 * Where the command line talks to a running server on the embedded engine, because only one process may open that
 * database. A Unix socket in the data folder, for the folder's owner alone: one line of JSON in, lines of JSON out.
 */
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../db/deps.ts';
import type { Office } from './admin/command.ts';
import { type Outcome, prepare } from './admin/dispatch.ts';

/** A command is a line of words; more is nobody's command. */
const LONGEST_LINE = 64 * 1024;

const SILENCE_MS = 30_000;

/** What the server says: a line of the answer, and at the end how it went. */
export type SocketLine = { line: string } | { exit: Outcome['exit'] };

/** What every system can name; a longer path is not refused but cut off, and the socket would be another one. */
const LONGEST_PATH = 103;

/** The socket of a data folder; undefined if its path is too long for one. */
export function socketOf(dataDir: string): string | undefined {
  const path = join(dataDir, 'admin.sock');
  return Buffer.byteLength(path) <= LONGEST_PATH ? path : undefined;
}

export type ControlSocket = { close: () => Promise<void> };

/**
 * Listens for commands. The caller holds the folder's lock, so a socket that is there already is a dead server's. A
 * socket that cannot be made (too long a path, a system without them) is logged and does not keep the server down.
 */
export async function openControlSocket(dataDir: string, office: Office, log: Log): Promise<ControlSocket> {
  const path = socketOf(dataDir);
  const running = new Set<Promise<void>>();
  /** Those who have not said what they want: nobody waits for them. */
  const silent = new Set<Socket>();
  const server = createServer(socket => {
    silent.add(socket);
    const asked = readLine(socket).finally(() => silent.delete(socket));
    const work = serve(socket, asked, { office, log }).finally(() => running.delete(work));
    running.add(work);
  });
  const closed = { close: async () => undefined };
  if (path === undefined) {
    log({ level: 'error', event: 'admin.socket_failed', name: 'the path is too long' });
    return closed;
  }
  try {
    rmSync(path, { force: true });
    await listenPrivately(server, path);
  } catch (error) {
    const name = error instanceof Error ? error.message : String(error);
    log({ level: 'error', event: 'admin.socket_failed', name });
    return closed;
  }
  return {
    close: async () => {
      // Closing removes the file. What is being done is done to its end, on an open database.
      server.close();
      for (const socket of silent) socket.destroy();
      await Promise.all(running);
    },
  };
}

function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // A local socket is made before listen() returns: there is no moment in which others could open it.
    const usual = process.umask(0o177);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
    process.umask(usual);
  });
}

type Desk = { office: Office; log: Log };

async function serve(
  socket: Socket,
  line: Promise<string | undefined>,
  { office, log }: Desk,
): Promise<void> {
  // Who has gone does not hear the answer; the work is done or not done all the same.
  socket.on('error', () => undefined);
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  const asked = await line;
  if (asked === undefined) return void socket.destroy();
  const { lines, exit } = await answer(asked, office, log);
  const said: SocketLine[] = [...lines.map(line => ({ line })), { exit }];
  socket.end(said.map(each => `${JSON.stringify(each)}\n`).join(''));
}

async function answer(asked: string, office: Office, log: Log): Promise<Outcome> {
  const args = readArgs(asked);
  if (!args) return { exit: 2, lines: ['Сервер не понял команду'] };
  try {
    const prepared = prepare(args);
    return typeof prepared === 'function' ? await prepared(office) : prepared;
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    log({ level: 'error', event: 'admin.failed', name, command: args[0] ?? '' });
    return { exit: 1, lines: [`Внутренняя ошибка сервера (${name}), подробности в его журнале`] };
  }
}

function readArgs(text: string): string[] | undefined {
  try {
    const asked: unknown = JSON.parse(text);
    if (typeof asked !== 'object' || asked === null || !('args' in asked)) return undefined;
    const { args } = asked;
    return Array.isArray(args) && args.every(arg => typeof arg === 'string') ? args : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The first line; undefined from who goes or talks on without one. */
function readLine(socket: Socket): Promise<string | undefined> {
  return new Promise(resolve => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('close', () => resolve(undefined));
    socket.on('end', () => resolve(undefined));
    socket.on('data', part => {
      text += part;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
      else if (text.length > LONGEST_LINE) resolve(undefined);
    });
  });
}
