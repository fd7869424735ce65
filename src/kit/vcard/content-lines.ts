import { toBinaryString } from './encoding.ts';

/** One property as the file has it, unfolded, as a binary text. `line` counts from 1. */
export type ContentLine = { line: number; text: string };

const CR = 13;
const LF = 10;

/** Any of the three line ends, also mixed in one file. */
function* physicalLines(bytes: Uint8Array): Generator<string> {
  let from = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== CR && byte !== LF) continue;
    yield toBinaryString(bytes.subarray(from, at));
    if (byte === CR && bytes[at + 1] === LF) at += 1;
    from = at + 1;
  }
  if (from < bytes.length) yield toBinaryString(bytes.subarray(from));
}

const QUOTED = /^[^:]*QUOTED-PRINTABLE/i;

/** A property that follows a soft line break by mistake: the value before it merely ended in «=». */
const PROPERTY =
  /^(?:[\w-]+\.)?(?:BEGIN|END|VERSION|N|FN|TEL|EMAIL|ORG|TITLE|NOTE|ADR|URL|BDAY|PHOTO|REV|UID|X-[\w-]+)[;:]/;

/** A folded line whose fold stands inside a letter: the blank cannot be part of the text. */
const INSIDE_LETTER = /^[ \t](?==[89AB][0-9A-F])/i;

/** The logical lines of a file: soft breaks of quoted-printable and folded lines are joined. */
export function* contentLines(bytes: Uint8Array): Generator<ContentLine> {
  let current: ContentLine | null = null;
  let isQuoted = false;
  let number = 0;
  for (const line of physicalLines(bytes)) {
    number += 1;
    if (current && isQuoted && current.text.endsWith('=') && !PROPERTY.test(line)) {
      current.text = current.text.slice(0, -1) + line.replace(INSIDE_LETTER, '');
    } else if (current && /^[ \t]/.test(line)) {
      current.text += line.slice(1);
    } else {
      if (current) yield current;
      current = line.trim() === '' ? null : { line: number, text: line };
      isQuoted = QUOTED.test(line);
    }
  }
  if (current) yield current;
}
