import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { BadCopy } from './bad-copy.ts';
import type { Header, Part } from './parts.ts';

/** Which form of the file this program writes. One that it cannot read is refused by this number. */
const FORMAT = 1;

const MARK = 'promo-field backup';

/** What every format begins with. */
const BEGINNING = /^\["promo-field backup",(\d+),/;

const column = v.object({ name: v.string(), type: v.string() });

const header = v.object({
  at: v.string(),
  from: v.string(),
  migrations: v.array(v.string()),
  tables: v.array(v.object({ name: v.string(), columns: v.array(column), key: v.array(column) })),
});

const sequence = v.object({ name: v.string(), lastValue: v.string(), isCalled: v.boolean() });

const digest = v.object({ rows: v.number(), sha256: v.string() });

/** The lines that are no rows. */
const LINE = v.union([
  v.tuple([v.literal(MARK), v.number(), header, v.string()]),
  v.tuple([v.literal('table'), v.string()]),
  v.tuple([v.literal('table end'), v.string(), digest]),
  v.tuple([v.literal('sequences'), v.array(sequence)]),
  v.tuple([v.literal('secret'), v.nullable(v.string())]),
  v.tuple([v.literal('end')]),
]);

type Line = v.InferOutput<typeof LINE>;

/** A part of a copy as text. Rows stand as they are, after a line that names their table once. */
export function startWriting(): (part: Part) => string {
  let open = '';
  return part => {
    if (part.kind !== 'rows' && part.kind !== 'table end') return textOf(lineOf(part));
    const naming = open === part.table ? '' : textOf(['table', part.table]);
    open = part.table;
    if (part.kind === 'rows') return `${naming}${part.lines.join('\n')}\n`;
    return naming + textOf(['table end', part.table, part.digest]);
  };
}

function lineOf(part: Exclude<Part, { kind: 'rows' | 'table end' }>): Line {
  if (part.kind === 'header') return [MARK, FORMAT, part.header, sumOf(part.header)];
  if (part.kind === 'sequences') return ['sequences', part.sequences];
  return part.kind === 'secret' ? ['secret', part.secret] : ['end'];
}

function textOf(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** Reads the first line; throws BadCopy where it is no copy's, or a newer one's. */
export function readHeader(line: string): Header {
  const [, format] = BEGINNING.exec(line) ?? [];
  if (format === undefined) throw new BadCopy('foreign');
  if (Number(format) !== FORMAT) throw new BadCopy('newer format', format);
  const read = readLine(line);
  if (read[0] !== MARK || read[3] !== sumOf(read[2])) throw new BadCopy('damaged', 'header');
  return read[2];
}

/** The header is believed before the file has been read to its end: it has a sum of its own. */
function sumOf(header: Header): string {
  return createHash('sha256').update(JSON.stringify(header)).digest('hex');
}

/** Reads a line that is no row and not the first: a part, or the name of the table whose rows follow. */
export function readOther(line: string): Part | { kind: 'table'; table: string } {
  const read = readLine(line);
  if (read[0] === 'table') return { kind: 'table', table: read[1] };
  if (read[0] === 'table end') return { kind: 'table end', table: read[1], digest: read[2] };
  if (read[0] === 'sequences') return { kind: 'sequences', sequences: read[1] };
  if (read[0] === 'secret') return { kind: 'secret', secret: read[1] };
  if (read[0] === 'end') return { kind: 'end' };
  throw new BadCopy('damaged', 'line');
}

function readLine(line: string): Line {
  try {
    const parsed = v.safeParse(LINE, JSON.parse(line));
    if (parsed.success) return parsed.output;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BadCopy('damaged', 'line');
}
