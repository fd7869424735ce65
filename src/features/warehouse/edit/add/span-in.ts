import type { Span } from '#ui/picker/match.ts';

/** Where a title holds what was sought, as the server compares: any letters, ё as е, any spaces; none if it does not. */
export function spanIn(title: string, query: string): Span[] {
  const { text, signs } = compared(title);
  const wanted = compared(query.trim()).text;
  const at = wanted === '' ? -1 : text.indexOf(wanted);
  const [first, last] = [signs[at], signs[at + wanted.length - 1]];
  return first && last ? [{ from: first.from, to: last.to }] : [];
}

/** A text as it is compared, and of each letter the sign of the original that it comes from: some become several. */
function compared(original: string): { text: string; signs: Span[] } {
  let text = '';
  const signs: Span[] = [];
  let at = 0;
  for (const sign of original) {
    const small = /\s/.test(sign) ? ' ' : sign.toLowerCase().replace('ё', 'е');
    if (small !== ' ' || !text.endsWith(' ')) {
      text += small;
      signs.push(...Array<Span>(small.length).fill({ from: at, to: at + sign.length }));
    }
    at += sign.length;
  }
  return { text, signs };
}
