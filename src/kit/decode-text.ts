import { createUtf8Pieces, decode, guessCharset, toBinaryString } from './vcard/encoding.ts';

/**
 * A whole file as text: UTF-16 by its byte order mark, UTF-8, or else one of the old Russian charsets. What is broken in
 * UTF-8 becomes U+FFFD.
 */
export function decodeFile(file: Uint8Array): string {
  const bytes = createUtf8Pieces()(file, true);
  const decoding = { fallback: guessCharset(bytes), isDamaged: false };
  return decode(toBinaryString(bytes), undefined, decoding).replace(/^\ufeff/, '');
}
