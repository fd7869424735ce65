import type { Span } from '#ui/picker/match.ts';

/** Where a title holds what was sought, as the server compares: any letters, ё as е, any spaces; none if it does not. */
export function spanIn(title: string, sought: string): Span[] {
  const { text, places } = compared(title);
  const wanted = compared(sought.trim()).text;
  const at = wanted === '' ? -1 : text.indexOf(wanted);
  if (at < 0) return [];
  return [{ from: places[at] ?? 0, to: places[at + wanted.length] ?? title.length }];
}

/** A text as it is compared, with the place in the original of each letter, for some are several when they are small. */
function compared(original: string): { text: string; places: number[] } {
  let text = '';
  const places: number[] = [];
  let at = 0;
  for (const sign of original) {
    const small = /\s/.test(sign) ? ' ' : sign.toLowerCase().replace('ё', 'е');
    if (small !== ' ' || !text.endsWith(' ')) {
      text += small;
      places.push(...Array<number>(small.length).fill(at));
    }
    at += sign.length;
  }
  return { text, places };
}
