import { decode } from '../encoding.ts';
import type { Cell } from './columns.ts';

/** An entry of a file. `isWhole`: every line of it was understood. */
export type LdifEntry = { cells: Cell[]; isWhole: boolean };

const ATTRIBUTE = /^([\w.-]+)(?:;[\w;-]*)?:(:?) *(.*)$/;

/** What belongs to no entry. */
const COMMENT = /^(?:#|version: *\d+ *$)/i;

const PICTURE = /photo$/i;

/** Whether a text is LDIF (RFC 2849), as Thunderbird and directories write it. */
export function isLdif(text: string): boolean {
  return /^(?:(?:#.*|version: *\d+ *)[\r\n]+)*dn::? /i.test(text.trimStart());
}

/** The entries of an LDIF file, their attributes as cells. A line that cannot be read is kept in a cell without heading. */
export function* readLdif(text: string): Generator<LdifEntry> {
  let entry: LdifEntry = { cells: [], isWhole: true };
  for (const line of text.split(/\r\n?|\n/)) {
    const last = entry.cells.at(-1);
    if (line.startsWith(' ') && last) last.value += line.slice(1);
    else if (line.trim() !== '' && !COMMENT.test(line)) entry.cells.push({ heading: '', value: line });
    else if (line.trim() === '') {
      if (entry.cells.length > 0) yield readEntry(entry);
      entry = { cells: [], isWhole: true };
    }
  }
  if (entry.cells.length > 0) yield readEntry(entry);
}

function readEntry({ cells }: LdifEntry): LdifEntry {
  const read = cells.map(({ value }) => readAttribute(value));
  return { cells: read, isWhole: read.every(({ heading }) => heading !== '') };
}

function readAttribute(line: string): Cell {
  const [, heading = '', isEncoded = '', value = line] = ATTRIBUTE.exec(line) ?? [];
  if (isEncoded === '') return { heading, value };
  if (PICTURE.test(heading)) return { heading, value: '' };
  try {
    return {
      heading,
      value: decode(atob(value.trim()), undefined, { fallback: 'windows-1251', isDamaged: false }),
    };
  } catch {
    return { heading: '', value: line }; // broken base64
  }
}
