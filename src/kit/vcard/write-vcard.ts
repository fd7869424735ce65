import { fullPhone } from '../phone.ts';

/** A person to be written down; phones as ten digits. */
export type VcardPerson = {
  given: string;
  family: string;
  phones: readonly string[];
  /** Further texts by their property, e.g. NOTE; empty ones are left out. */
  texts: readonly (readonly [property: string, text: string])[];
};

/** The media type of what `writeVcard` gives. */
export const VCARD_TYPE = 'text/vcard;charset=utf-8';

const LINE_OCTETS = 75;

/** One person as a vCard 3.0, the version that both Android and iOS take. */
export function writeVcard({ given, family, phones, texts }: VcardPerson): string {
  const name = [given, family].filter(Boolean).join(' ');
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(family)};${escaped(given)};;;`,
    `FN:${escaped(name)}`,
    ...phones.map(phone => `TEL;TYPE=CELL:+${fullPhone(phone)}`),
    ...texts.filter(([, text]) => text !== '').map(([property, text]) => `${property}:${escaped(text)}`),
    'END:VCARD',
  ];
  return lines.map(line => `${foldLine(line)}\r\n`).join('');
}

function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\,;]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** At most 75 octets a line, never cut inside a letter. */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const letter of line) {
    const size = octetsOf(letter);
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += letter;
    octets += size;
  }
  return folded;
}

function octetsOf(letter: string): number {
  const point = letter.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
