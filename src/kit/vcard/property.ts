import { decode, decodeBase64, decodeQuotedPrintable } from './encoding.ts';

/** A property: its name and parameters in capitals, its value still as the file has it. */
export type Property = {
  name: string;
  types: readonly string[];
  encoding: string;
  charset: string | undefined;
  /** `PREF=1` of version 4, 0 if there is none. */
  pref: number;
  value: string;
};

const NAME = /^(?:[\w-]+\.)?([\w-]+)$/;
const ENCODINGS = /^(QUOTED-PRINTABLE|BASE64|B|7BIT|8BIT|BINARY)$/;

/** What stands before the value: up to the first colon outside of double quotes. */
const HEAD = /^(?:[^":]|"[^"]*")*(?=:)/;

/** The name, also an empty one, and the parameters: between the semicolons outside of double quotes. */
const HEAD_PARTS = /^(?=;)|(?:[^";]|"[^"]*(?:"|$))+/g;

/** Reads `group.NAME;param=value;BARE:value`; null for a line that is none. */
export function parseProperty(line: string): Property | null {
  // A long line without a colon, as of an image that is broken over lines, would be too much for the expression.
  if (!line.includes(':')) return null;
  const head = HEAD.exec(line)?.[0] ?? headOfUnclosedQuote(line);
  const [first = '', ...params] = head?.match(HEAD_PARTS) ?? [];
  const name = NAME.exec(first.trim())?.[1];
  if (head === undefined || name === undefined) return null;
  const property = { name: name.toUpperCase(), types: [], encoding: '', charset: undefined, pref: 0 };
  return params.reduce<Property>(withParameter, { ...property, value: line.slice(head.length + 1) });
}

/** A quote that is never closed is an ordinary character. */
function headOfUnclosedQuote(line: string): string | undefined {
  const isUnclosed = line.split('"').length % 2 === 0;
  return isUnclosed ? line.slice(0, line.indexOf(':')) : undefined;
}

function withParameter(property: Property, parameter: string): Property {
  const equals = parameter.indexOf('=');
  const name = parameter.slice(0, Math.max(equals, 0)).trim().toUpperCase();
  const value = parameter
    .slice(equals + 1)
    .replaceAll('"', '')
    .trim()
    .toUpperCase();
  // Version 2.1 allows the value alone: TEL;CELL;PREF
  if (name === 'ENCODING' || (name === '' && ENCODINGS.test(value))) return { ...property, encoding: value };
  if (name === 'CHARSET') return { ...property, charset: value };
  if (name === 'PREF') return { ...property, pref: Number(value) || 1 };
  if (name !== '' && name !== 'TYPE') return property;
  return { ...property, types: [...property.types, ...value.split(',')] };
}

/** The value as text, or as the parts of a structured value; `isOld`: version 2.1, which knows few escapes. */
export function readText(property: Property, fallback: string, isOld: boolean): string {
  return unescaped(rawText(property, property.value, fallback), isOld);
}

/** The parts of a structured value (N, ORG) between its semicolons. */
export function readParts(property: Property, fallback: string, isOld: boolean): string[] {
  const { value } = property;
  const raw = splitUnescaped(value, ';').map(part => rawText(property, part, fallback));
  // Some writers encode the whole value, its semicolons included.
  const parts = raw.length === 1 ? splitUnescaped(raw[0] ?? '', ';') : raw;
  return parts.map(part => unescaped(part, isOld));
}

function rawText({ encoding, charset }: Property, value: string, fallback: string): string {
  if (encoding === 'QUOTED-PRINTABLE') return decode(decodeQuotedPrintable(value), charset, fallback);
  if (encoding === 'BASE64' || encoding === 'B') return decode(decodeBase64(value), charset, fallback);
  return decode(value, charset, fallback);
}

function unescaped(text: string, isOld: boolean): string {
  const lines = text.replace(/\r\n?/g, '\n');
  if (isOld) return lines.replace(/\\([;,:])/g, '$1');
  return lines.replace(/\\([\s\S])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter));
}

/** Splits at a character that no backslash stands before. */
function splitUnescaped(text: string, separator: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === separator) parts.push('');
    else parts[parts.length - 1] += character === '\\' ? character + (text[++at] ?? '') : character;
  }
  return parts;
}
