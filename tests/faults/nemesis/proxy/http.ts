import { readFile } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { contentTypeOf } from '#tests/support/build.ts';

/** HTTP/1.1 as bytes: where a message ends, and what stands in its head. The bytes themselves are never rewritten. */

/** The first line and the headers of a message; names in lower case. `size`: bytes up to the body. */
export type Head = { first: string; headers: ReadonlyMap<string, string>; size: number };

const END_OF_HEAD = '\r\n\r\n';

/** The head of a message, null while it is not whole. */
export function readHead(bytes: Buffer): Head | null {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = lines.map(line => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { first, headers: new Map(headers), size: end + END_OF_HEAD.length };
}

/** How many of the bytes are the first request, null while it is not whole. Browsers send no chunked requests. */
export function sizeOfRequest(bytes: Buffer): number | null {
  const head = readHead(bytes);
  if (!head) return null;
  const size = head.size + Number(head.headers.get('content-length') ?? 0);
  return bytes.length >= size ? size : null;
}

/** Whether an answer is whole; one without a length ends with its connection alone. */
export function isWholeAnswer(bytes: Buffer, method: string): boolean {
  const head = readHead(bytes);
  if (!head) return false;
  if (method === 'HEAD' || [204, 304].includes(statusOf(bytes))) return true;
  if (/\bchunked\b/i.test(head.headers.get('transfer-encoding') ?? '')) return endsChunks(bytes, head.size);
  const length = head.headers.get('content-length');
  return length !== undefined && bytes.length >= head.size + Number(length);
}

/** Whether the last chunk, the empty one, is there; our server sends no trailers. */
function endsChunks(bytes: Buffer, start: number): boolean {
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return false;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    at = lineEnd + 2 + size + 2;
    if (bytes.length < at) return false;
    if (size === 0) return true;
  }
}

/** The status of an answer of which at least the first line is there. */
export function statusOf(answer: Buffer): number {
  return Number(answer.toString('latin1', 9, 12));
}

/** The whole head and half of the body; half of the head where there is no body. */
export function halfOf(answer: Buffer): Buffer {
  const headSize = readHead(answer)?.size ?? 0;
  const bodySize = answer.length - headSize;
  return answer.subarray(0, bodySize > 0 ? headSize + Math.floor(bodySize / 2) : Math.floor(headSize / 2));
}

/** The same message without one of its headers. */
export function withoutHeader(message: Buffer, name: string): Buffer {
  const size = readHead(message)?.size ?? 0;
  const lines = message.toString('latin1', 0, size).split('\r\n');
  const kept = lines.filter(line => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return Buffer.concat([Buffer.from(kept.join('\r\n'), 'latin1'), message.subarray(size)]);
}

/** An answer of our own making, after which the connection stays open. */
export function writeAnswer(status: string, headers: Record<string, string>, body: string | Buffer): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ ...headers, 'Content-Length': String(bytes.length) });
  const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n');
  return Buffer.concat([Buffer.from(head + END_OF_HEAD, 'latin1'), bytes]);
}

/** The server went away, or was not there, before its answer was whole. */
export class ServerGone extends Error {
  /** What a web server before it said in its place. */
  readonly answer: Buffer | null;

  constructor(message: string, answer: Buffer | null = null) {
    super(message);
    this.answer = answer;
  }
}

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

const BASE = '/application/';

/**
 * The answer with a file of that folder, read anew each time, so that another build can take its place. A screen's
 * address, which has no extension, gets the page; null is for what only the server knows, such as config.json.
 */
export async function answerFromFolder(folder: string, path: string): Promise<Buffer | null> {
  if (!path.startsWith(BASE)) return null;
  const wanted = normalize(decodeURIComponent(path.slice(BASE.length)));
  if (wanted.split(sep).includes('..')) return null;
  const name = extname(wanted) === '' ? 'index.html' : wanted;
  const body = await readIfThere(join(folder, name));
  if (!body) return null;
  const headers = { 'Content-Type': contentTypeOf(name), 'Cache-Control': 'no-cache' };
  return writeAnswer('200 OK', headers, body);
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A request as it came from the browser. `token`: the access token as sent, '' if none. */
export type Asked = { method: string; path: string; key: string; token: string; body: string; bytes: Buffer };

/** A whole request, taken apart. */
export function readAsked(bytes: Buffer): Asked {
  const head = readHead(bytes);
  if (!head) throw new Error('A request without a head');
  const [method = '', url = '/'] = head.first.split(' ');
  return {
    bytes,
    method,
    path: new URL(url, 'http://127.0.0.1').pathname,
    key: head.headers.get('idempotency-key') ?? '',
    token: (head.headers.get('authorization') ?? '').replace(/^Bearer /, ''),
    body: bytes.toString('utf8', head.size),
  };
}
