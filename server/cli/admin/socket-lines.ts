import type { Socket } from 'node:net';
import type { Outcome } from './dispatch.ts';

/**
 * What goes over the control socket, one line of JSON each. The command line says which command, then, where the command
 * reads a file, the file and its end; the server answers with progress, parts of a file, lines, and how it went.
 */
type ToServer = { args: readonly string[]; secret: string } | { chunk: string } | { end: true };
export type FromServer =
  | { progress: string }
  | { chunk: string }
  | { line: string }
  | { exit: Outcome['exit'] };

/** A part of a file is at most so long, and a line with it a third longer. */
const CHUNK_BYTES = 256 * 1024;

const LONGEST_LINE = 2 * CHUNK_BYTES;

/** The lines that come in. It ends when the other side is through or gone; what has no end yet is no line. */
export async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let text = '';
  socket.setEncoding('utf8');
  for await (const part of socket) {
    text += part;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    if (text.length > LONGEST_LINE) return void socket.destroy();
    yield* lines;
  }
}

/** Says one line, and waits while the other side has not read the ones before. */
export async function writeLine(socket: Socket, line: ToServer | FromServer): Promise<void> {
  if (socket.destroyed || socket.write(`${JSON.stringify(line)}\n`)) return;
  await new Promise<void>(resolve => {
    const go = () => {
      socket.off('drain', go).off('close', go);
      resolve();
    };
    socket.on('drain', go).on('close', go);
  });
}

/** A file's bytes in parts that fit into a line. */
export async function* inChunks(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  for await (const part of bytes) {
    for (let at = 0; at < part.length; at += CHUNK_BYTES) {
      yield Buffer.from(part.subarray(at, at + CHUNK_BYTES)).toString('base64');
    }
  }
}
