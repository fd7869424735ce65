import { createConnection } from 'node:net';
import { type SocketLine, socketOf } from '../control-socket.ts';
import type { Outcome } from './dispatch.ts';

/** Nobody listens: no socket, or one that a killed server left behind. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED']);

/** Lets the server that has the data folder open carry the command out; undefined when none is running. */
export async function askServer(dataDir: string, args: readonly string[]): Promise<Outcome | undefined> {
  const path = socketOf(dataDir);
  return path === undefined ? undefined : askAt(path, args);
}

function askAt(path: string, args: readonly string[]): Promise<Outcome | undefined> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    let said = '';
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(`${JSON.stringify({ args })}\n`));
    socket.on('data', part => {
      said += part;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code ?? '')) resolve(undefined);
      // A server that dies in the middle: what it has said so far counts, see below.
      else if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(readOutcome(said)));
  });
}

function readOutcome(said: string): Outcome {
  const lines: string[] = [];
  // Our own server's lines; the last one is broken off when it was killed.
  for (const text of said.split('\n').slice(0, -1)) {
    const told = JSON.parse(text) as SocketLine;
    if ('exit' in told) return { exit: told.exit, lines };
    lines.push(told.line);
  }
  const unknown = 'Сервер остановился, не ответив: неизвестно, выполнена ли команда. Повторите ее.';
  return { exit: 1, lines: [...lines, unknown] };
}
