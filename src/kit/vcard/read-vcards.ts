import { createUtf8Pieces, decode, guessCharset } from '../encoding.ts';
import type { PersonRecord } from '../person-record.ts';
import { type ContentLine, createContentLines } from './content-lines.ts';
import { isBase64, type Property, parseProperty, readParts, readText, type TextRules } from './property.ts';

/** A card of a file. `number` and `line`, where it begins, count from 1. */
export type ParsedVcard = {
  card: PersonRecord;
  number: number;
  line: number;
  /** It has its end, every line of it was understood, and every text of it could be decoded. */
  isWhole: boolean;
  /** It has a second version or a second name, as when two cards ran together. */
  isMerged: boolean;
};

/** Is called for each text that stands outside of cards. */
export type OnOutside = (line: number, text: string) => void;

/** Cards are found in so much at a time, so that the caller can pause in between. */
const STRETCH = 32_768;

/**
 * Reads the cards of a file, versions 2.1, 3.0 and 4.0, bit by bit so that the caller can pause. What is
 * broken is marked and never stops the rest; a file without any card yields nothing.
 */
export function readVcards(file: Uint8Array, onOutside?: OnOutside): Generator<ParsedVcard> {
  return createVcardReader(onOutside)(file, true);
}

/** The same for a text, e.g. one that was pasted. */
export function readVcardText(text: string, onOutside?: OnOutside): Generator<ParsedVcard> {
  return readVcards(new TextEncoder().encode(text), onOutside);
}

/** The same for a file that comes piece by piece; the first piece also shows in which charset it is. */
export function createVcardReader(onOutside: OnOutside = () => {}) {
  const toUtf8 = createUtf8Pieces();
  let fallback = '';
  let open: OpenCard | null = null;
  let number = 0;
  let finished: ParsedVcard[] = [];

  const finishOpen = (hasEnd: boolean) => {
    if (open) finished.push(finishCard(open, fallback, hasEnd));
    open = null;
  };

  const addLines = createContentLines(({ line, text, boundary }) => {
    if (open && skipNestedCard(open, boundary)) return;
    if (boundary) finishOpen(boundary === 'END');
    else if (open) addProperty(open, text);
    else onOutside(line, decode(text, undefined, { fallback, isDamaged: false }));
    if (boundary !== 'BEGIN') return;
    number += 1;
    open = openCard(number, line);
  });

  return function* read(piece: Uint8Array, isLast: boolean): Generator<ParsedVcard> {
    const bytes = toUtf8(piece, isLast);
    fallback ||= guessCharset(bytes);
    for (let from = 0; from === 0 || from < bytes.length; from += STRETCH) {
      const isEnd = isLast && from + STRETCH >= bytes.length;
      addLines(bytes.subarray(from, from + STRETCH), isEnd);
      if (isEnd) finishOpen(false);
      yield* finished;
      finished = [];
    }
  };
}

type OpenCard = {
  number: number;
  line: number;
  properties: Record<Place, Property[]>;
  /** Lines that are no properties. */
  strange: string[];
  /** Version 2.1 may hold another person's card inside this one. */
  holdsAgent: boolean;
  depth: number;
};

type Place = 'versions' | 'names' | 'formatted' | 'organisations' | 'notes' | 'phones' | 'others';

/** What a record has a place for. */
const PLACES = new Map<string, Place>([
  ['VERSION', 'versions'],
  ['N', 'names'],
  ['FN', 'formatted'],
  ['ORG', 'organisations'],
  ['NOTE', 'notes'],
  ['TEL', 'phones'],
]);

function openCard(number: number, line: number): OpenCard {
  const properties = {
    versions: [],
    names: [],
    formatted: [],
    organisations: [],
    notes: [],
    phones: [],
    others: [],
  };
  return { number, line, properties, strange: [], holdsAgent: false, depth: 0 };
}

/** Whether the line belongs to a card within a card, which is not read. */
function skipNestedCard(open: OpenCard, boundary: ContentLine['boundary']): boolean {
  const isNested = open.depth > 0;
  if (boundary === 'BEGIN' && (open.holdsAgent || isNested)) open.depth += 1;
  else if (boundary === 'END' && isNested) open.depth -= 1;
  else return isNested;
  open.holdsAgent = false;
  return true;
}

function addProperty(open: OpenCard, text: string): void {
  const property = parseProperty(text);
  const name = property?.head.name ?? '';
  open.holdsAgent = name === 'AGENT' && property?.value.trim() === '';
  if (!property) open.strange.push(text);
  else if (property.value !== '' || name === 'AGENT')
    open.properties[PLACES.get(name) ?? 'others'].push(property);
}

function finishCard(open: OpenCard, fallback: string, hasEnd: boolean): ParsedVcard {
  const { number, line, strange } = open;
  const { versions, formatted, organisations, notes, phones } = open.properties;
  const isOld = versions.some(({ value }) => value.trim() === '2.1');
  const rules: TextRules = { fallback, isOld, isDamaged: false };
  const texts = (found: Property[]) => found.map(each => readText(each, rules));
  const names = open.properties.names.filter(({ value }) => /[^;\s]/.test(value));
  const [family = '', given = '', additional = '', ...affixes] = names[0] ? readParts(names[0], rules) : [];
  const card = {
    family,
    given,
    additional,
    formatted: texts(formatted).join('\n'),
    organisation: organisations.map(each => filledParts(each, rules).join(', ')).join(', '),
    note: texts(notes).join('\n'),
    phones: texts(sortedByRank(phones.filter(each => !deviceOf(each))))
      .map(phoneText)
      .filter(Boolean),
    others: readOthers(open, affixes, names.slice(1), rules),
  };
  const isWhole = hasEnd && strange.length === 0 && !rules.isDamaged;
  const isMerged = versions.length > 1 || names.filter(({ head }) => head.altId === '').length > 1;
  return { card, number, line, isWhole, isMerged };
}

function readOthers(
  { properties, strange }: OpenCard,
  [prefix = '', ...suffixes]: string[],
  otherNames: Property[],
  rules: TextRules,
): PersonRecord['others'] {
  const others = [
    { name: 'PREFIX', value: prefix },
    { name: 'SUFFIX', value: suffixes.join(' ') },
  ];
  for (const each of properties.phones) {
    const name = deviceOf(each);
    if (name) others.push({ name, value: phoneText(readText(each, rules)) });
  }
  for (const each of otherNames) others.push({ name: 'N', value: filledParts(each, rules).join(' ') });
  for (const each of properties.others) others.push(otherOf(each, rules));
  for (const text of strange) others.push({ name: '', value: decode(text, undefined, rules) });
  return others.filter(({ name, value }) => value.trim() !== '' || BINARY.test(name));
}

function filledParts(property: Property, rules: TextRules): string[] {
  return readParts(property, rules).filter(part => part.trim() !== '');
}

/** What is named without its value: a recording, and a card within the card. */
const BINARY = /^(SOUND|AGENT)$/;

function otherOf(property: Property, rules: TextRules): PersonRecord['others'][number] {
  const { name } = property.head;
  if (BINARY.test(name) && (isBase64(property) || /^(data:|\s*$)/i.test(property.value)))
    return { name, value: '' };
  return {
    name,
    value: name === 'ADR' ? filledParts(property, rules).join(', ') : readText(property, rules),
  };
}

/** A number at which no person answers. */
function deviceOf({ head: { types } }: Property): 'FAX' | 'PAGER' | undefined {
  if (types.some(type => type === 'VOICE' || type === 'CELL')) return undefined;
  return (['FAX', 'PAGER'] as const).find(type => types.includes(type));
}

const UNRANKED = 101;

function sortedByRank(phones: Property[]): Property[] {
  return phones.length < 2 ? phones : phones.sort((one, other) => rankOf(one) - rankOf(other));
}

/** 1 is the most preferred of version 4; older versions only say that one is preferred. */
function rankOf({ head }: Property): number {
  if (head.pref > 0) return head.pref;
  return head.types.includes('PREF') ? 1 : UNRANKED;
}

/** tel:+7%20916%20123-45-67 → +7 916 123-45-67 */
function phoneText(value: string): string {
  const text = value.trim();
  if (!/^tel:/i.test(text)) return text;
  const number = text.slice('tel:'.length);
  try {
    return decodeURIComponent(number).trim();
  } catch {
    return number; // a stray percent sign is no encoding
  }
}
