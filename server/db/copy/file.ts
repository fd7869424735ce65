/**
 * A copy as a file: lines of JSON, gzipped. First the header; then, for each table, a line that names it, its rows as the
 * database wrote them, and a line with their number and sha256; sequences, secret, and an end, so that a file that was cut
 * off is known. Rows are objects, all other lines are arrays.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as v from 'valibot';
import { BadCopy, Digest, Header, type Part } from './copy.ts';
import { Sequence } from './tables.ts';

/** Which form of the file this program writes. One that it cannot read is refused by this number. */
const FORMAT = 1;

const MARK = 'promo-field backup';

/** What every format begins with. */
const BEGINNING = /^\["promo-field backup",(\d+),/;

const HEADER_LINE = v.tuple([v.literal(MARK), v.number(), Header, v.string()]);

/** The lines after the header that are no rows. */
const OTHER_LINE = v.union([
  v.tuple([v.literal('table'), v.string()]),
  v.tuple([v.literal('table end'), v.string(), Digest]),
  v.tuple([v.literal('sequences'), v.array(Sequence)]),
  v.tuple([v.literal('secret'), v.nullable(v.string())]),
  v.tuple([v.literal('end')]),
]);

/** Tokens and hashes hardly shrink, whatever it costs. */
const QUICK = { level: 3 };

/** No database takes a longer row; what has no end here is no copy. */
const LONGEST_ROW = 256 * 1024 * 1024;
const LONGEST_HEADER = 1024 * 1024;

/** So many rows are handed on at once. */
const BATCH_CHARS = 1024 * 1024;
const BATCH_ROWS = 2048;

/** Writes a copy as bytes of a file; each is waited for. Rejects with what `output` rejected with: `pipeline` makes an AbortError of that. */
export async function writeCopyFile(
  parts: AsyncIterable<Part>,
  output: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  let refused: { cause: unknown } | undefined;
  const refuse = (cause: unknown) => {
    refused = { cause };
    throw cause;
  };
  try {
    await pipeline(Readable.from(textsOf(parts)), createGzip(QUICK), async chunks => {
      for await (const chunk of chunks) await output(chunk).catch(refuse);
    });
  } catch (error) {
    throw refused ? refused.cause : error;
  }
}

/** Rows stand as they are, after a line that names their table once. */
async function* textsOf(parts: AsyncIterable<Part>): AsyncGenerator<string> {
  let named = '';
  for await (const part of parts) {
    if ('table' in part && part.table !== named) {
      named = part.table;
      yield `${JSON.stringify(['table', named])}\n`;
    }
    yield part.kind === 'rows' ? `${part.lines.join('\n')}\n` : `${JSON.stringify(lineOf(part))}\n`;
  }
}

function lineOf(part: Exclude<Part, { kind: 'rows' }>): unknown[] {
  if (part.kind === 'header') return [MARK, FORMAT, part.header, sumOf(part.header)];
  if (part.kind === 'table end') return [part.kind, part.table, part.digest];
  if (part.kind === 'sequences') return [part.kind, part.sequences];
  return part.kind === 'secret' ? [part.kind, part.secret] : [part.kind];
}

/** The header is believed before the file has been read to its end: it has a sum of its own. */
function sumOf(header: Header): string {
  return createHash('sha256').update(JSON.stringify(header)).digest('hex');
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

/** Reads the first line; throws BadCopy where it is no copy's, or a newer one's. */
function readHeader(line: string): Header {
  const [, format] = BEGINNING.exec(line) ?? [];
  if (format === undefined) throw new BadCopy('foreign');
  if (Number(format) !== FORMAT) throw new BadCopy('newer format', format);
  const [, , header, sum] = readLine(HEADER_LINE, line);
  if (sum !== sumOf(header)) throw new BadCopy('damaged', 'header');
  return header;
}

/** Reads a line that is no row and not the first: a part, or the name of the table whose rows follow. */
function readOther(line: string): Part | { kind: 'table'; table: string } {
  const read = readLine(OTHER_LINE, line);
  if (read[0] === 'table') return { kind: read[0], table: read[1] };
  if (read[0] === 'table end') return { kind: read[0], table: read[1], digest: read[2] };
  if (read[0] === 'sequences') return { kind: read[0], sequences: read[1] };
  return read[0] === 'secret' ? { kind: read[0], secret: read[1] } : { kind: read[0] };
}

function readLine<Schema extends v.GenericSchema>(schema: Schema, line: string): v.InferOutput<Schema> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), line);
  if (parsed.success) return parsed.output;
  throw new BadCopy('damaged', 'line');
}
