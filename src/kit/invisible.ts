/** A text without format characters, which are not seen: direction marks, zero-width signs, byte-order marks. */
export function withoutInvisible(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}
