/**
 * A copy as a file: lines of JSON, gzipped. First the header; then, for each table, a line that names it, its rows as the
 * database wrote them, and a line with their number and sha256; sequences, secret, and an end, so that a file that was cut
 * off is known. Rows are objects, all other lines are arrays.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BadCopy } from './bad-copy.ts';
import { readHeader, readOther, startWriting } from './file-lines.ts';
import type { Part } from './parts.ts';

/** Tokens and hashes hardly shrink, whatever it costs. */
const QUICK = { level: 3 };

/** No database takes a longer row; what has no end here is no copy. */
const LONGEST_ROW = 256 * 1024 * 1024;
const LONGEST_HEADER = 1024 * 1024;

/** So many rows are handed on at once. */
const BATCH_CHARS = 1024 * 1024;
const BATCH_ROWS = 2048;

/** Writes a copy as bytes of a file; each is waited for. */
export async function writeCopyFile(
  parts: AsyncIterable<Part>,
  output: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  await pipeline(Readable.from(textsOf(parts)), createGzip(QUICK), async chunks => {
    for await (const chunk of chunks) await output(chunk);
  });
}

async function* textsOf(parts: AsyncIterable<Part>): AsyncGenerator<string> {
  const write = startWriting();
  for await (const part of parts) yield write(part);
}

/** Reads a copy from the bytes of a file; throws BadCopy where they are none, or not all. */
export async function* readCopyFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const lines = linesOf(unzipped(bytes));
  const first = await lines.next();
  if (first.done) throw new BadCopy('cut off');
  yield { kind: 'header', header: readHeader(first.value) };
  yield* readParts(lines);
}

async function* readParts(lines: AsyncIterable<string>): AsyncGenerator<Part> {
  let table = '';
  let rows: string[] = [];
  let size = 0;
  for await (const line of lines) {
    const isRow = line.startsWith('{');
    if (isRow) {
      rows.push(line);
      size += line.length;
    }
    const isFull = size >= BATCH_CHARS || rows.length >= BATCH_ROWS;
    if (rows.length > 0 && (isFull || !isRow)) {
      yield { kind: 'rows', table, lines: rows };
      [rows, size] = [[], 0];
    }
    if (isRow) continue;
    const part = readOther(line);
    if (part.kind === 'table') table = part.table;
    else yield part;
  }
}

async function* unzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // What goes wrong is met in the loop below as well, and told there.
  pipeline(Readable.from(bytes), gunzip).catch(() => undefined);
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    throw problemOf(error) ?? error;
  }
}

function problemOf(error: unknown): BadCopy | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return new BadCopy('cut off', '', error);
  if (code !== 'Z_DATA_ERROR') return undefined;
  const isNone = error instanceof Error && error.message === 'incorrect header check';
  return new BadCopy(isNone ? 'foreign' : 'damaged', '', error);
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let size = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      begun.push(chunk.subarray(from, at));
      yield Buffer.concat(begun).toString('utf8');
      [begun, size, from, isFirst] = [[], 0, at + 1, false];
    }
    begun.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > (isFirst ? LONGEST_HEADER : LONGEST_ROW)) break;
  }
  if (size > 0) throw new BadCopy(isFirst ? 'foreign' : 'damaged', 'line');
}
