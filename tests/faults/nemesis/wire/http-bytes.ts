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
