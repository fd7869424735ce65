import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { socketOf } from '../control-socket.ts';
import type { Desk } from './command.ts';
import type { Outcome } from './dispatch.ts';
import { type FromServer, inChunks, linesOf, say } from './socket-lines.ts';

/** Nobody listens: no socket, or one that a killed server left behind. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED']);

/** A server that dies in the middle: what it has said so far counts. */
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE']);

/** What is asked of the server: a command, and the file that it reads where it reads one. */
export type Errand = { args: readonly string[]; readsFile: boolean; desk: Desk };

/** Lets the server that has the data folder open carry the command out; undefined when none is running. */
export async function askServer(dataDir: string, errand: Errand): Promise<Outcome | undefined> {
  const path = socketOf(dataDir);
  const socket = path === undefined ? undefined : await connect(path);
  return socket ? ask(socket, errand) : undefined;
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

async function ask(socket: Socket, { args, readsFile, desk }: Errand): Promise<Outcome> {
  const asked = tell(socket, { args, secret: desk.secret }, readsFile ? desk.input : undefined);
  const heard = hear(socket, desk).finally(() => socket.destroy());
  const [outcome] = await Promise.all([heard, asked]);
  return outcome;
}

async function tell(
  socket: Socket,
  command: { args: readonly string[]; secret: string },
  file: AsyncIterable<Uint8Array> | undefined,
): Promise<void> {
  try {
    await say(socket, command);
    if (!file) return;
    for await (const chunk of inChunks(file)) await say(socket, { chunk });
    await say(socket, { end: true });
  } catch (error) {
    // The file cannot be read: the server must not take its beginning for all of it.
    socket.destroy();
    throw error;
  }
}

async function hear(socket: Socket, desk: Desk): Promise<Outcome> {
  const lines: string[] = [];
  try {
    for await (const text of linesOf(socket)) {
      // Our own server's lines.
      const told = JSON.parse(text) as FromServer;
      if ('exit' in told) return { exit: told.exit, lines };
      if ('line' in told) lines.push(told.line);
      else if ('progress' in told) desk.progress(told.progress);
      else await desk.output(Buffer.from(told.chunk, 'base64'));
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
