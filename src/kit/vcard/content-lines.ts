import { toBinaryString } from '../encoding.ts';
import { createLineCutter } from './physical-lines.ts';

/** A property as the file has it, unfolded, as a binary text, or where a card begins or ends. `line` counts from 1. */
export type ContentLine = { line: number; text: string; boundary: 'BEGIN' | 'END' | null };

/** Has no place in a record; pictures are most of a file. */
const SKIPPED = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|KEY|UID|REV|PRODID|X-[\w-]+)[;:]/i;

/** So much of a line tells whether it is skipped. */
const HEAD_LENGTH = 128;
/** A shorter line may be the end of a card. */
const PICTURE_LINE_MIN = 32;

const QUOTED = /^[^:]*QUOTED-PRINTABLE/i;
const ENCODED = /^[^:]*[;=](?:BASE64|B)[;:]/i;

/** Base64 of old phones goes on without indentation. */
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;

/** A property that follows a soft line break by mistake: the value before it merely ended in «=». */
const PROPERTY =
  /^(?:[\w-]+\.)?(?:VERSION|N|FN|TEL|EMAIL|ORG|TITLE|NOTE|ADR|URL|BDAY|PHOTO|REV|UID|X-[\w-]+)[;:]/;

/** A fold behind the «=» of an escape, or of the soft break that KDE writes as `=\n`. */
const INSIDE_ESCAPE = /^[ \t](?:(?:[C-F][0-9A-F]|0[AD])(?==)|\\n)/i;
const LATER_BYTE = /^[ \t][89AB][0-9A-F]/i;
const AWAITS_LATER_BYTE = /=(?:[CD][0-9A-F]|E[0-9A-F](?:=[89AB][0-9A-F])?|F[0-7](?:=[89AB][0-9A-F]){0,2})=$/i;

/** Also between joined files, each of which had a byte order mark. */
const NOTHING = /^(?:\s|\xef\xbb\xbf)*$/;

const HAS_BOUNDARY = /:\s*VCARD/i;
const BOUNDARY = /^(?:\s|\xef\xbb\xbf)*(BEGIN|END)\s*:\s*VCARD\s*/i;
/** The same behind a text, at the end of the line or before another one. */
const JOINED = /(?:BEGIN|END)\s*:\s*VCARD(?=(?:\s|\xef\xbb\xbf)*(?:$|(?:BEGIN|END)\s*:\s*VCARD))/gi;

/** Gives the logical lines of a file that comes piece by piece: soft breaks and folded lines are joined. */
export function createContentLines(onLine: (line: ContentLine) => void) {
  let current: ContentLine | null = null;
  let [isSkipping, isSoft, head] = [false, false, headOf('')];
  let [number, blanks, indentation] = [0, 0, 0];

  const finishCurrent = () => {
    if (current) onLine(current);
    current = null;
    isSkipping = false;
    head = headOf('');
  };

  const beginLine = (text: string) => {
    finishCurrent();
    head = headOf(text);
    isSkipping = head.isSkipped;
    if (!isSkipping && !NOTHING.test(text)) current = { line: number, text, boundary: null };
  };

  const isContinued = (text: string) =>
    (head.isQuoted && isSoft && !PROPERTY.test(text)) ||
    ((current !== null || isSkipping) && isBlank(text.charCodeAt(0))) ||
    (head.isEncoded && BASE64.test(text));

  const addText = (text: string) => {
    if (!isContinued(text)) beginLine(text);
    else if (current) current.text = joinLines(current.text, text, head.isQuoted && isSoft);
    isSoft = text.endsWith('=');
  };

  const addPart = (text: string) => {
    const [found, word] = BOUNDARY.exec(text) ?? [];
    if (found === undefined) return addText(text);
    const boundary = word?.toUpperCase() === 'BEGIN' ? 'BEGIN' : 'END';
    finishCurrent();
    onLine({ line: number, text: '', boundary });
    indentation = boundary === 'BEGIN' ? blanks : 0;
    if (found !== text) addPart(text.slice(found.length));
  };

  const addLine = (line: string) => {
    // All lines of a card that was pasted with an indentation have it; a fold comes on top.
    blanks = blanksOf(line);
    if (indentation > blanks) indentation = 0;
    const text = indentation > 0 ? line.slice(indentation) : line;
    if (HAS_BOUNDARY.test(text)) text.replace(JOINED, '\n$&\n').split('\n').forEach(addPart);
    else addText(text);
  };

  const isPicture = (bytes: Uint8Array, from: number) => isSkipping && isBlank(bytes[from]);

  const addBytes = (bytes: Uint8Array, from: number, end: number) => {
    number += 1;
    if (end - from < PICTURE_LINE_MIN || !isPicture(bytes, from))
      addLine(toBinaryString(needed(bytes.subarray(from, end))));
  };

  /** Of a long line that is skipped only the beginning is read. */
  const needed = (line: Uint8Array) => {
    const start = line.subarray(0, HEAD_LENGTH);
    const isNeeded =
      line.length <= HEAD_LENGTH || !(isPicture(line, 0) || headOf(toBinaryString(start)).isSkipped);
    return isNeeded ? line : start;
  };

  const cut = createLineCutter({ onLine: addBytes, partNeeded: needed });
  return (piece: Uint8Array, isLast: boolean): void => {
    cut(piece, isLast);
    if (isLast) finishCurrent();
  };
}

type LineHead = { isSkipped: boolean; isQuoted: boolean; isEncoded: boolean };

const HEADS_MAX = 500;
const heads = new Map<string, LineHead>();

/** What stands before the colon, or in the first line of it; a file has few such heads, each of them many times. */
function headOf(line: string): LineHead {
  const text = line.slice(0, line.indexOf(':') + 1) || line;
  const known = heads.get(text);
  if (known) return known;
  const head = { isSkipped: SKIPPED.test(text), isQuoted: QUOTED.test(text), isEncoded: ENCODED.test(text) };
  if (heads.size < HEADS_MAX) heads.set(text, head);
  return head;
}

function isBlank(code: number | undefined): boolean {
  return code === 32 || code === 9;
}

function blanksOf(text: string): number {
  let at = 0;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** Behind the «=» of an escape that was folded, or of a soft break, which stays until the whole value is known. */
function joinLines(text: string, next: string, isSoft: boolean): string {
  if (!isSoft) return text + (isBlank(next.charCodeAt(0)) ? next.slice(1) : next);
  const isInside = INSIDE_ESCAPE.test(next) || (LATER_BYTE.test(next) && AWAITS_LATER_BYTE.test(text));
  return isInside ? text + next.slice(1) : `${text}\n${next}`;
}
