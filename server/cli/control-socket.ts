/**
 * Where the command line talks to a running server on the embedded engine, because only one process may open that
 * database. A Unix socket in the data folder, for the folder's owner alone: lines of JSON in both directions.
 */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Log } from '../db/deps.ts';
import type { Watchdog } from '../db/watchdog.ts';
import type { CommandContext, CommandIo } from './admin/command.ts';
import { type Outcome, outcomeOf, prepare } from './admin/dispatch.ts';
import { type FromServer, inChunks, linesOf, writeLine } from './admin/socket-lines.ts';
import { explainDatabase } from './explain-database.ts';

/** How long the server waits for what was begun to be said. */
const SILENCE_MS = 30_000;

/** What a running server has of a command context; the rest comes over the socket. */
type OpenContext = Pick<CommandContext, 'db' | 'engine' | 'now' | 'env'>;

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
export async function openControlSocket(
  dataDir: string,
  context: OpenContext,
  log: Log,
  unwatched: Watchdog['unwatched'] = work => work(),
): Promise<ControlSocket> {
  const path = socketOf(dataDir);
  const running = new Set<Promise<void>>();
  /** Those who have not said what they want: nobody waits for them. */
  const silent = new Set<Socket>();
  const server = createServer(socket => {
    silent.add(socket);
    const heard = () => silent.delete(socket);
    const work = serve(socket, { context, log, heard, unwatched }).finally(() => running.delete(work));
    running.add(work);
  });
  try {
    if (path === undefined) throw new Error('the path is too long');
    rmSync(path, { force: true });
    await listenPrivately(server, path);
  } catch (error) {
    const name = error instanceof Error ? error.message : String(error);
    log({ level: 'error', event: 'admin.socket_failed', name });
    return { close: async () => undefined };
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

async function listenPrivately(server: Server, path: string): Promise<void> {
  // A local socket is made before listen() returns: there is no moment in which others could open it.
  const usual = process.umask(0o177);
  const listening = once(server.listen(path), 'listening');
  process.umask(usual);
  await listening;
}

type Serving = { context: OpenContext; log: Log; heard: () => void; unwatched: Watchdog['unwatched'] };

async function serve(socket: Socket, { context, log, heard, unwatched }: Serving): Promise<void> {
  // Who has gone does not hear the answer; the work is done or not done all the same.
  socket.on('error', () => undefined);
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  const lines = linesOf(socket);
  const asked = await nextOf(lines);
  heard();
  if (asked === undefined) return void socket.destroy();
  const send = (line: FromServer) => writeLine(socket, line);
  const outcome = await unwatched(() => answer(asked, { socket, lines, context, log }));
  for (const line of outcome.lines) await send({ line });
  await send({ exit: outcome.exit });
  socket.end();
}

type CommandConnection = { socket: Socket; lines: AsyncGenerator<string>; context: OpenContext; log: Log };

const COMMAND_LINE = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ args: v.array(v.string()), secret: v.optional(v.string(), '') }),
);

async function answer(asked: string, { socket, lines, context, log }: CommandConnection): Promise<Outcome> {
  const command = v.safeParse(COMMAND_LINE, asked);
  if (!command.success) return { exit: 2, lines: ['Сервер не понял команду'] };
  const { args, secret } = command.output;
  try {
    const prepared = prepare(args);
    if ('exit' in prepared) return prepared;
    // The command line does these itself.
    if (prepared.place !== 'data') return { exit: 2, lines: ['Эту команду сервер не выполняет'] };
    if (!prepared.reads) socket.setTimeout(0);
    const io = { ...ioOver(socket, lines), ...context, secret };
    return await outcomeOf(() => prepared.work(io));
  } catch (error) {
    const line = explainDatabase(error);
    if (line) return { exit: 1, lines: [line] };
    const name = error instanceof Error ? error.name : typeof error;
    log({ level: 'error', event: 'admin.failed', name, command: args[0] ?? '' });
    return { exit: 1, lines: [`Внутренняя ошибка сервера (${name}), подробности в его журнале`] };
  }
}

/** The files and the eyes of whoever is at the other end. */
function ioOver(
  socket: Socket,
  lines: AsyncGenerator<string>,
): Pick<CommandIo, 'progress' | 'input' | 'output'> {
  const gone = () => {
    // Half a copy is none, and nobody is there to take the rest.
    if (socket.destroyed) throw new Error('whoever gave the command has gone');
  };
  return {
    progress: line => void writeLine(socket, { progress: line }),
    input: fileFrom(socket, lines),
    output: async bytes => {
      for await (const chunk of inChunks([bytes])) {
        gone();
        await writeLine(socket, { chunk });
      }
    },
  };
}

/** The file that comes over the socket, whole or not at all: who goes in the middle has given no file. */
async function* fileFrom(socket: Socket, lines: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  for (let text = await nextOf(lines); text !== undefined; text = await nextOf(lines)) {
    const said: unknown = JSON.parse(text);
    if (typeof said !== 'object' || said === null) break;
    if ('end' in said) return void socket.setTimeout(0);
    if ('chunk' in said) yield Buffer.from(String(said.chunk), 'base64');
  }
  throw new Error('the file came only in part');
}

/** Not by for-await: leaving such a loop would close the socket with what is still to be said. */
async function nextOf(lines: AsyncGenerator<string>): Promise<string | undefined> {
  try {
    const { value, done } = await lines.next();
    return done ? undefined : value;
  } catch {
    // The connection broke: the same as gone.
    return undefined;
  }
}
