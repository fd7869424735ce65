import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { socketOf } from '../control-socket.ts';
import type { CommandIo } from './command.ts';
import type { Outcome } from './dispatch.ts';
import { type FromServer, inChunks, linesOf, writeLine } from './socket-lines.ts';

/** Nobody listens: no socket, or one that a killed server left behind. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED']);

/** A server that dies in the middle: what it has said so far counts. */
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE']);

/** What is asked of the server: a command, and the file that it reads where it reads one. */
type SocketRequest = { args: readonly string[]; readsFile: boolean; io: CommandIo };

/** Lets the server that has the data folder open carry the command out; undefined when none is running. */
export async function askServer(dataDir: string, request: SocketRequest): Promise<Outcome | undefined> {
  const path = socketOf(dataDir);
  const socket = path === undefined ? undefined : await connect(path);
  return socket ? ask(socket, request) : undefined;
}

async function connect(path: string): Promise<Socket | undefined> {
  const socket = createConnection(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    if (NOBODY.has(codeOf(error))) return undefined;
    throw error;
  }
}

async function ask(socket: Socket, { args, readsFile, io }: SocketRequest): Promise<Outcome> {
  const asked = write(socket, { args, secret: io.secret }, readsFile ? io.input : undefined);
  const reply = read(socket, io).finally(() => socket.destroy());
  const [outcome] = await Promise.all([reply, asked]);
  return outcome;
}

async function write(
  socket: Socket,
  command: { args: readonly string[]; secret: string },
  file: AsyncIterable<Uint8Array> | undefined,
): Promise<void> {
  try {
    await writeLine(socket, command);
    if (!file) return;
    for await (const chunk of inChunks(file)) await writeLine(socket, { chunk });
    await writeLine(socket, { end: true });
  } catch (error) {
    // The file cannot be read: the server must not take its beginning for all of it.
    socket.destroy();
    throw error;
  }
}

async function read(socket: Socket, io: CommandIo): Promise<Outcome> {
  const lines: string[] = [];
  try {
    for await (const text of linesOf(socket)) {
      // Our own server's lines.
      const message = JSON.parse(text) as FromServer;
      if ('exit' in message) return { exit: message.exit, lines };
      if ('line' in message) lines.push(message.line);
      else if ('progress' in message) io.progress(message.progress);
      else await io.output(Buffer.from(message.chunk, 'base64'));
    }
  } catch (error) {
    if (!CUT_OFF.has(codeOf(error))) throw error;
  }
  const unknown = 'Сервер остановился, не ответив: неизвестно, выполнена ли команда. Повторите ее.';
  return { exit: 1, lines: [...lines, unknown] };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
