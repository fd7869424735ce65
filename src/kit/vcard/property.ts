import { type Decoding, decode, decodeBase64, decodeQuotedPrintable, joinSoftBreaks } from '../encoding.ts';

/** What stands before the value: the name and parameters in capitals. */
type Head = {
  name: string;
  types: readonly string[];
  encoding: string;
  charset: string | undefined;
  /** `PREF=1` of version 4, 0 if there is none. */
  pref: number;
  /** The same in another language or spelling has the same one. */
  altId: string;
};

/** A property, its value still as the file has it. */
export type Property = { head: Head; value: string };

const NAME = /^(?:[\w-]+\.)?([\w-]+)$/;
const ENCODINGS = /^(QUOTED-PRINTABLE|BASE64|B|7BIT|8BIT|BINARY)$/;

/** What stands before the value: up to the first colon outside of double quotes. */
const HEAD = /^(?:[^":]|"[^"]*")*(?=:)/;

/** The name, also an empty one, and the parameters: between the semicolons outside of double quotes. */
const HEAD_PARTS = /^(?=;)|(?:[^";]|"[^"]*(?:"|$))+/g;

/** Reads `group.NAME;param=value;BARE:value`; null for a line that is none. */
export function parseProperty(line: string): Property | null {
  const text = headOf(line);
  const head = text === undefined ? null : knownHead(text);
  return head && { head, value: line.slice((text?.length ?? 0) + 1) };
}

function headOf(line: string): string | undefined {
  const upToColon = line.slice(0, Math.max(line.indexOf(':'), 0));
  // A quote that is never closed is an ordinary character.
  if (upToColon === '' || !upToColon.includes('"') || line.split('"').length % 2 === 0) return upToColon;
  return HEAD.exec(line)?.[0];
}

const HEADS_MAX = 500;
const heads = new Map<string, Head | null>();

/** A file has few heads, each of them many times. */
function knownHead(text: string): Head | null {
  const known = heads.get(text);
  if (known !== undefined) return known;
  const head = parseHead(text);
  if (heads.size < HEADS_MAX) heads.set(text, head);
  return head;
}

function parseHead(text: string): Head | null {
  const [first = '', ...params] = text.match(HEAD_PARTS) ?? [];
  const name = NAME.exec(first.trim())?.[1];
  if (name === undefined) return null;
  const head = { name: name.toUpperCase(), types: [], encoding: '', charset: undefined, pref: 0, altId: '' };
  return params.reduce<Head>(withParameter, head);
}

function withParameter(head: Head, parameter: string): Head {
  const equals = parameter.indexOf('=');
  const name = parameter.slice(0, Math.max(equals, 0)).trim().toUpperCase();
  const value = parameter
    .slice(equals + 1)
    .replaceAll('"', '')
    .trim()
    .toUpperCase();
  // Version 2.1 allows the value alone: TEL;CELL;PREF
  if (name === 'ENCODING' || (name === '' && ENCODINGS.test(value))) return { ...head, encoding: value };
  if (name === 'CHARSET') return { ...head, charset: value };
  if (name === 'PREF') return { ...head, pref: Number(value) || 1 };
  if (name === 'ALTID') return { ...head, altId: value };
  if (name !== '' && name !== 'TYPE') return head;
  return { ...head, types: [...head.types, ...value.split(',')] };
}

/** Whether the value is base64, which may go on in lines without indentation. */
export function isBase64({ head }: Property): boolean {
  return head.encoding === 'BASE64' || head.encoding === 'B';
}

/** How the texts of one card are read. `isOld`: version 2.1, which knows few escapes. */
export type TextRules = Decoding & { isOld: boolean };

/** The value as text. */
export function readText(property: Property, rules: TextRules): string {
  return unescaped(rawText(property, joinedValue(property), rules), rules);
}

/** The parts of a structured value (N, ORG) between its semicolons. */
export function readParts(property: Property, rules: TextRules): string[] {
  const raw = splitUnescaped(joinedValue(property), ';').map(part => rawText(property, part, rules));
  // Some writers encode the whole value, its semicolons included.
  const parts = raw.length === 1 ? splitUnescaped(raw[0] ?? '', ';') : raw;
  return parts.map(part => unescaped(part, rules));
}

function joinedValue({ head, value }: Property): string {
  return head.encoding === 'QUOTED-PRINTABLE' ? joinSoftBreaks(value) : value;
}

function rawText(property: Property, value: string, rules: TextRules): string {
  const { encoding, charset } = property.head;
  if (encoding === 'QUOTED-PRINTABLE') return decodeQuotedPrintable(value, charset, rules);
  return decode(isBase64(property) ? decodeBase64(value, rules) : value, charset, rules);
}

function unescaped(text: string, { isOld }: TextRules): string {
  if (!text.includes('\\') && !text.includes('\r')) return text;
  const lines = text.replace(/\r\n?/g, '\n');
  if (isOld) return lines.replace(/\\([;,:])/g, '$1');
  return lines.replace(/\\([\s\S])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter));
}

/** Splits at a character that no backslash stands before. */
function splitUnescaped(text: string, separator: string): string[] {
  if (!text.includes('\\')) return text.split(separator);
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === separator) parts.push('');
    else parts[parts.length - 1] += character === '\\' ? character + (text[++at] ?? '') : character;
  }
  return parts;
}
