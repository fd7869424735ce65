/**
 * A binary text holds one byte per character. Lines are cut and joined in that form, because old phones fold them
 * in the middle of a letter; only whole values are decoded.
 */

const CHUNK = 8192;
const NON_ASCII = /[\x80-\xff]/;

/** Bytes as a binary text. */
export function toBinaryString(bytes: Uint8Array): string {
  if (bytes.length <= CHUNK) return Reflect.apply(String.fromCharCode, null, bytes);
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK) {
    text += toBinaryString(bytes.subarray(from, from + CHUNK));
  }
  return text;
}

/** A binary text as bytes. */
function fromBinaryString(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Turns UTF-16, as some desktop programs write it, into UTF-8; the first piece of the file decides. */
export function createUtf8Pieces() {
  let utf16: InstanceType<typeof TextDecoder> | null = null;
  let isFirst = true;
  return (piece: Uint8Array, isLast: boolean): Uint8Array => {
    const [first, second] = piece;
    if (isFirst && first === 0xff && second === 0xfe) utf16 = new TextDecoder('utf-16le');
    if (isFirst && first === 0xfe && second === 0xff) utf16 = new TextDecoder('utf-16be');
    isFirst = false;
    return utf16 ? new TextEncoder().encode(utf16.decode(piece, { stream: !isLast })) : piece;
  };
}

const UTF_8_LETTERS = /[\xd0\xd1][\x80-\xbf]/g;
const COMMON_LETTERS = /[оеаинтрс]/gi;

const SAMPLE = 65_536;

/** Guesses which of the two old Russian charsets an undeclared file is in, by counting common letters at its beginning. */
export function guessCharset(file: Uint8Array): string {
  const bytes = fromBinaryString(toBinaryString(file.subarray(0, SAMPLE)).replace(UTF_8_LETTERS, ''));
  const score = (charset: string) =>
    new TextDecoder(charset).decode(bytes).match(COMMON_LETTERS)?.length ?? 0;
  return score('koi8-r') > score('windows-1251') ? 'koi8-r' : 'windows-1251';
}

const UTF_8 = 'utf-8';
const strict = new TextDecoder(UTF_8, { fatal: true, ignoreBOM: true });

/** Stands for what could not be decoded. */
const LOST = '\ufffd';

/** How texts of a file are read. `isDamaged` is set when one could not be decoded, or only by a guess. */
export type Decoding = { readonly fallback: string; isDamaged: boolean };

/** A binary text in letters. What is not in the declared charset, or in UTF-8 without one, is read as `fallback`. */
export function decode(binary: string, declared: string | undefined, decoding: Decoding): string {
  if (!NON_ASCII.test(binary)) return binary;
  const bytes = fromBinaryString(binary);
  const decoder = declared === undefined ? null : decoderOf(declared);
  const text = decoder && decoder.encoding !== UTF_8 ? decoder.decode(bytes) : decodeUtf8(bytes);
  if (text !== null && !text.includes(LOST)) return text;
  const isGuess = text === null && !isMostlyUtf8(binary);
  decoding.isDamaged ||= declared !== undefined || !isGuess;
  return text ?? new TextDecoder(isGuess ? decoding.fallback : UTF_8).decode(bytes);
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** A text in UTF-8 that lost bytes, not one in another charset. */
function isMostlyUtf8(binary: string): boolean {
  const others = binary.replace(UTF_8_LETTERS, '').match(/[\x80-\xff]/g)?.length ?? 0;
  return others <= (binary.match(UTF_8_LETTERS)?.length ?? 0);
}

/** null for a charset that no browser knows. */
function decoderOf(charset: string): InstanceType<typeof TextDecoder> | null {
  try {
    return new TextDecoder(charset);
  } catch {
    return null;
  }
}

/**
 * A value in quoted-printable without its soft breaks. Evolution indents what follows each of them, and writes blanks of the text as
 * `=20`; others break before a blank of the text. A blank inside of a letter is none. KDE writes `=\n`.
 */
export function joinSoftBreaks(value: string): string {
  const isIndented = /=20/.test(value) && !/=\n(?![ \t])|[^\n][ \t]/.test(value);
  const joined = value.replace(isIndented ? /=\n[ \t]/g : /=\n(?:[ \t](?==[89AB][0-9A-F]))?/gi, '');
  // A value may also end in «=» by mistake.
  return joined.replace(/=(?:\\n|(?==|$))/g, '');
}

/** A text in quoted-printable without soft breaks; a broken escape stays as it is. */
export function decodeQuotedPrintable(escaped: string, declared = UTF_8, decoding: Decoding): string {
  const quick = /^utf-?8$/i.test(declared) && !NON_ASCII.test(escaped) ? decodeUriEscapes(escaped) : null;
  if (quick !== null) return quick;
  const binary = escaped.replace(/=([0-9a-f]{2})?/gi, (whole, hex?: string) => {
    decoding.isDamaged ||= hex === undefined;
    return hex === undefined ? whole : String.fromCharCode(Number.parseInt(hex, 16));
  });
  return decode(binary, declared, decoding);
}

/** By the browser's own decoder, which is many times faster; null for what is broken. */
function decodeUriEscapes(ascii: string): string | null {
  try {
    const text = decodeURIComponent(ascii.replaceAll('%', '%25').replaceAll('=', '%'));
    return text.includes(LOST) ? null : text;
  } catch {
    return null;
  }
}

/** Base64 as a binary text; if it is broken, as it is. */
export function decodeBase64(value: string, decoding: Decoding): string {
  try {
    return atob(value.replace(/\s/g, ''));
  } catch {
    decoding.isDamaged = true;
    return value;
  }
}

/**
 * A whole file as text: UTF-16 by its byte order mark, UTF-8, or else one of the old Russian charsets. What is broken in
 * UTF-8 becomes U+FFFD.
 */
export function decodeFile(file: Uint8Array): string {
  const bytes = createUtf8Pieces()(file, true);
  const decoding = { fallback: guessCharset(bytes), isDamaged: false };
  return decode(toBinaryString(bytes), undefined, decoding).replace(/^\ufeff/, '');
}
