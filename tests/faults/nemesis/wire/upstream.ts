import { createConnection, type Socket } from 'node:net';
import { isWholeAnswer, readHead } from './http-bytes.ts';

/** The server went away, or was not there, before its answer was whole. */
export class ServerGone extends Error {}

export type Asking = {
  target: string;
  request: Buffer;
  method: string;
  /** Where its connection stands while it is open, to be broken from outside. */
  open: Set<Socket>;
  onFirstByte?: (() => void) | undefined;
};

/** Sends the bytes on a connection of their own, and gives the answer's bytes when it is whole. */
export function askServer({ target, request, method, open, onFirstByte }: Asking): Promise<Buffer> {
  const { hostname, port } = new URL(target);
  return new Promise((resolve, reject) => {
    let answer: Buffer = Buffer.alloc(0);
    const socket = createConnection({ host: hostname, port: Number(port) });
    open.add(socket);
    socket.on('connect', () => socket.write(request));
    socket.on('data', bytes => {
      if (answer.length === 0) onFirstByte?.();
      answer = Buffer.concat([answer, bytes]);
      if (!isWholeAnswer(answer, method)) return;
      resolve(answer);
      socket.destroy();
    });
    // An error is always followed by the close, which tells the asker.
    socket.on('error', () => {});
    socket.on('close', hadError => {
      open.delete(socket);
      const isWhole = !hadError && endsWithConnection(answer);
      if (isWhole) resolve(answer);
      else reject(new ServerGone(`${target} went away`));
    });
  });
}

/** Whether the answer has no length of its own: then its connection's end is its end. */
function endsWithConnection(answer: Buffer): boolean {
  const headers = readHead(answer)?.headers;
  return headers !== undefined && !headers.has('content-length') && !headers.has('transfer-encoding');
}
