/** The next place, at or behind `from`, where a text has what is looked for; −1 if nowhere. */
export type Seek = (text: string, from: number) => number;

/** Where a part of the word stands next, −1 for nowhere; `starts`: how far before it the word may begin. */
type Hit = { part: string; starts: readonly number[]; at: number };

/**
 * Finds words that begin with this one but for one letter: wrong, missing, too much, or swapped with its neighbour. One
 * mistake leaves one half as it is, so only where a half stands is the whole compared.
 */
export function seekMisspelt(word: string): Seek {
  const middle = word.length >> 1;
  const parts = [
    { part: word.slice(0, middle), starts: [0] },
    { part: word.slice(middle), starts: [middle, middle - 1, middle + 1] },
    // The letters beside the middle may be the swapped ones: then neither half is left.
    { part: swapAt(word, middle - 1), starts: [0] },
  ];
  let searched = { text: '', from: 0 };
  let hits: Hit[] = [];
  return (text, from) => {
    // In one text the search only goes on: what is further down, or nowhere, is still so.
    if (text !== searched.text || from < searched.from) {
      hits = parts.map(each => ({ ...each, at: text.indexOf(each.part, from) }));
    }
    searched = { text, from };
    for (const hit of hits) if (hit.at >= 0 && hit.at < from) hit.at = text.indexOf(hit.part, from);
    return nextMatch(text, from, hits, word);
  };
}

function nextMatch(text: string, from: number, hits: readonly Hit[], word: string): number {
  let next = nearest(hits);
  while (next) {
    const { at, part, starts } = next;
    const start = starts
      .map(offset => at - offset)
      .find(begin => begin >= from && beginsWord(text, begin) && isAlmost(text, begin, word));
    if (start !== undefined) return start;
    next.at = text.indexOf(part, at + 1);
    next = nearest(hits);
  }
  return -1;
}

function nearest(hits: readonly Hit[]): Hit | undefined {
  let first: Hit | undefined;
  for (const hit of hits) if (hit.at >= 0 && (!first || hit.at < first.at)) first = hit;
  return first;
}

function swapAt(word: string, at: number): string {
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
}

function beginsWord(text: string, at: number): boolean {
  return at === 0 || /\s/.test(text[at - 1] ?? '');
}

/** Whether the text has the word there, but for one letter at most. */
function isAlmost(text: string, at: number, word: string): boolean {
  const [here, done] = commonEnd(text, at, word, 0);
  if (done === word.length) return true;
  const rest = (textAt: number, wordAt: number) => commonEnd(text, textAt, word, wordAt)[1] === word.length;
  if (rest(here, done + 1)) return true;
  const isLetter = /\S/.test(text[here] ?? ' ');
  if (isLetter && (rest(here + 1, done + 1) || rest(here + 1, done))) return true;
  const isSwapped = text[here] === word[done + 1] && text[here + 1] === word[done];
  return isSwapped && rest(here + 2, done + 2);
}

/** Where both end to be the same, from these places on; soft and hard signs do not count. */
function commonEnd(text: string, textAt: number, word: string, wordAt: number): [number, number] {
  let [here, done] = [textAt, wordAt];
  while (done < word.length) {
    if (isSign(word[done])) done += 1;
    else if (isSign(text[here])) here += 1;
    else if (word[done] === text[here]) {
      here += 1;
      done += 1;
    } else break;
  }
  return [here, done];
}

function isSign(letter: string | undefined): boolean {
  return letter === 'ь' || letter === 'ъ';
}
