/**
 * A binary text holds one byte per character. Lines are cut and joined in that form, because old phones fold them
 * in the middle of a letter; only whole values are decoded.
 */

const CHUNK = 8192;
const NON_ASCII = /[\x80-\xff]/;

/** Bytes as a binary text. */
export function toBinaryString(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  }
  return text;
}

function fromBinaryString(binary: string): Uint8Array {
  return Uint8Array.from(binary, character => character.charCodeAt(0));
}

/** The file without its byte order mark; UTF-16, as some desktop programs write it, becomes UTF-8. */
export function stripByteOrderMark(bytes: Uint8Array): Uint8Array {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.subarray(3);
  if (first === 0xff && second === 0xfe) return toUtf8(bytes.subarray(2), 'utf-16le');
  if (first === 0xfe && second === 0xff) return toUtf8(bytes.subarray(2), 'utf-16be');
  return bytes;
}

function toUtf8(bytes: Uint8Array, charset: string): Uint8Array {
  return new TextEncoder().encode(new TextDecoder(charset).decode(bytes));
}

const UTF_8_LETTERS = /[\xd0\xd1][\x80-\xbf]/g;
const COMMON_LETTERS = /[оеаинтрс]/gi;

/** Guesses which of the two old Russian charsets an undeclared text is in, by counting common letters. */
export function guessCharset(binary: string): string {
  const bytes = fromBinaryString(binary.replace(UTF_8_LETTERS, ''));
  const score = (charset: string) =>
    new TextDecoder(charset).decode(bytes).match(COMMON_LETTERS)?.length ?? 0;
  return score('koi8-r') > score('windows-1251') ? 'koi8-r' : 'windows-1251';
}

const UTF_8 = 'utf-8';
const strict = new TextDecoder(UTF_8, { fatal: true, ignoreBOM: true });

/** A binary text in letters. What is not in the declared charset, or in UTF-8 without one, is read as `fallback`. */
export function decode(binary: string, declared: string | undefined, fallback: string): string {
  if (!NON_ASCII.test(binary)) return binary;
  const bytes = fromBinaryString(binary);
  const decoder = declared === undefined ? null : decoderOf(declared);
  if (decoder && decoder.encoding !== UTF_8) return decoder.decode(bytes);
  try {
    return strict.decode(bytes);
  } catch {
    return new TextDecoder(fallback).decode(bytes); // not UTF-8, whatever was declared
  }
}

/** null for a charset that no browser knows. */
function decoderOf(charset: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

/** Quoted-printable as a binary text; a broken escape stays as it is, a soft break that leads nowhere goes. */
export function decodeQuotedPrintable(value: string): string {
  return value
    .replace(/=$/, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Base64 as a binary text; '' if it is broken. */
export function decodeBase64(value: string): string {
  try {
    return atob(value.replace(/\s/g, ''));
  } catch {
    return '';
  }
}
