import type { Span } from '#ui/picker/match.ts';

/** Where a title holds what was sought, as the server compares: any letters, ё as е, any spaces; none if it does not. */
export function findMatch(title: string, query: string): Span[] {
  const { text, origins } = normaliseForMatch(title);
  const needle = normaliseForMatch(query.trim()).text;
  const at = needle === '' ? -1 : text.indexOf(needle);
  const [first, last] = [origins[at], origins[at + needle.length - 1]];
  return first && last ? [{ from: first.from, to: last.to }] : [];
}

/** A text as it is compared, and of each letter the sign of the original that it comes from: some become several. */
function normaliseForMatch(original: string): { text: string; origins: Span[] } {
  let text = '';
  const origins: Span[] = [];
  let at = 0;
  for (const character of original) {
    const normalised = /\s/.test(character) ? ' ' : character.toLowerCase().replace('ё', 'е');
    if (normalised !== ' ' || !text.endsWith(' ')) {
      text += normalised;
      origins.push(...Array<Span>(normalised.length).fill({ from: at, to: at + character.length }));
    }
    at += character.length;
  }
  return { text, origins };
}
