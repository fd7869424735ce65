import { guessCharset, stripByteOrderMark, toBinaryString } from './encoding.ts';
import { type Property, parseProperty, readParts, readText } from './property.ts';

/** A person of a vCard. Phones as they are written there, the preferred ones first. */
export type Vcard = {
  family: string;
  given: string;
  additional: string;
  formatted: string;
  organisation: string;
  note: string;
  phones: string[];
};

/** `line`: where the card begins, counted from 1. `isWhole`: it has its end, and every line of it was understood. */
export type ParsedVcard = { card: Vcard; line: number; isWhole: boolean };

const SAMPLE = 65_536;

/**
 * Reads the cards of a file, versions 2.1, 3.0 and 4.0, one by one so that the caller can pause. What is
 * broken is marked by `isWhole` and never stops the rest; a file without any card yields nothing.
 */
export function* readVcards(file: Uint8Array): Generator<ParsedVcard> {
  const bytes = stripByteOrderMark(file);
  const fallback = guessCharset(toBinaryString(bytes.subarray(0, SAMPLE)));
  let open: OpenCard | null = null;
  for (const { line, text } of contentLines(bytes)) {
    const property = parseProperty(text);
    if (skipNestedCard(open, property)) continue;
    const [begins, ends] = [isCardBoundary(property, 'BEGIN'), isCardBoundary(property, 'END')];
    if (open && (begins || ends)) yield finishCard(open, fallback, ends);
    if (begins) open = { line, properties: [], isWhole: true, isOld: false, holdsAgent: false, depth: 0 };
    else if (ends) open = null;
    else if (open?.depth === 0) addProperty(open, property, text);
  }
  if (open) yield finishCard(open, fallback, false);
}

/** The same for a text, e.g. one that was pasted. */
export function readVcardText(text: string): Generator<ParsedVcard> {
  return readVcards(new TextEncoder().encode(text));
}

type OpenCard = {
  line: number;
  properties: Property[];
  isWhole: boolean;
  isOld: boolean;
  /** Version 2.1 may hold another person's card inside this one. */
  holdsAgent: boolean;
  depth: number;
};

function isCardBoundary(property: Property | null, name: 'BEGIN' | 'END'): boolean {
  return property?.name === name && property.value.trim().toUpperCase() === 'VCARD';
}

/** Whether the line begins or ends a card within a card, which is not read. */
function skipNestedCard(open: OpenCard | null, property: Property | null): boolean {
  if (!open) return false;
  if (isCardBoundary(property, 'BEGIN') && (open.holdsAgent || open.depth > 0)) open.depth += 1;
  else if (isCardBoundary(property, 'END') && open.depth > 0) open.depth -= 1;
  else return false;
  open.holdsAgent = false;
  return true;
}

function addProperty(open: OpenCard, property: Property | null, text: string): void {
  if (!property) {
    // Base64 of old phones goes on without indentation.
    const isPicture = /^[A-Za-z0-9+/=\s]+$/.test(text) && isEncoded(open.properties.at(-1));
    open.isWhole &&= isPicture;
    return;
  }
  open.holdsAgent = property.name === 'AGENT' && property.value.trim() === '';
  if (property.name === 'VERSION') open.isOld = property.value.trim() === '2.1';
  open.properties.push(property);
}

function isEncoded(property: Property | undefined): boolean {
  return property?.encoding === 'BASE64' || property?.encoding === 'B';
}

function finishCard(
  { properties, line, isWhole, isOld }: OpenCard,
  fallback: string,
  hasEnd: boolean,
): ParsedVcard {
  const find = (name: string) => properties.find(property => property.name === name && property.value !== '');
  const text = (name: string) => {
    const property = find(name);
    return property ? readText(property, fallback, isOld) : '';
  };
  const parts = (name: string) => {
    const property = find(name);
    return property ? readParts(property, fallback, isOld) : [];
  };
  const [family = '', given = '', additional = ''] = parts('N');
  const notes = properties.filter(property => property.name === 'NOTE');
  const phones = properties
    .filter(property => property.name === 'TEL')
    .sort((one, other) => rankOf(one) - rankOf(other))
    .map(property => phoneText(readText(property, fallback, isOld)));
  const card = {
    family,
    given,
    additional,
    formatted: text('FN'),
    organisation: parts('ORG').filter(Boolean).join(', '),
    note: notes.map(note => readText(note, fallback, isOld)).join('\n'),
    phones: phones.filter(Boolean),
  };
  return { card, line, isWhole: isWhole && hasEnd };
}

const UNRANKED = 101;

/** 1 is the most preferred of version 4; older versions only say that one is preferred. */
function rankOf({ pref, types }: Property): number {
  if (pref > 0) return pref;
  return types.includes('PREF') ? 1 : UNRANKED;
}

/** tel:+7-916-123-45-67;phone-context=… → +7-916-123-45-67 */
function phoneText(value: string): string {
  const text = value.trim();
  if (!/^tel:/i.test(text)) return text;
  const number = text.slice('tel:'.length).replace(/;phone-context=[^;]*/i, '');
  try {
    return decodeURIComponent(number).trim();
  } catch {
    return number; // a stray percent sign is no encoding
  }
}

/** One property as the file has it, unfolded, as a binary text. `line` counts from 1. */
type ContentLine = { line: number; text: string };

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
function* contentLines(bytes: Uint8Array): Generator<ContentLine> {
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
