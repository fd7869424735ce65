import { normaliseText } from '#kit/normalise-text.ts';
import { readingsOf, spelledWords } from '#kit/search-words.ts';
import { type Choice, choicesOf, type NameWord } from './choices.ts';

/** A part of a name that was meant: `[from, to)`. */
export type Span = { from: number; to: number };

/** A choice that was meant by what was typed; the smaller the cost, the better. */
export type Match = { choice: Choice; cost: number; spans: readonly Span[] };

/** One way to read what was typed. All its words must be found; `penalty` is what this reading costs. */
type Reading = { words: readonly Wanted[]; penalty: number; beginsOnly: boolean };

/** A text as it is, or the source of an expression. `order` is its place in what was typed. */
type Wanted = { text: string | RegExp; order: number };

type Hit = { cost: number; order: number; word: NameWord | null; span: Span | null };

const COST = {
  first: 1,
  other: 2,
  inside: 4,
  group: 6,
  unordered: 0.5,
  spelled: 10,
  layout: 20,
  initials: 30,
};

/** Who types fewer letters means how a word begins. */
const INSIDE_MIN = 2;

/** More letters than these are no initials any more. */
const INITIALS_MAX = 4;

/**
 * The choices that are meant by a text, best first: words in any order («пет ив»), ё as е, either keyboard layout,
 * Russian in Latin letters, the name of a group. Only when nobody is meant so: beginnings run together («пив» is
 * Петров Иван). `favour` takes something off the cost of what is chosen often; equal ones keep their order.
 */
export function findChoices(
  choices: readonly Choice[],
  text: string,
  favour: (choice: Choice) => number = () => 0,
): Match[] {
  const found = matchAll(choices, costedReadings(text), favour);
  return found.length > 0 ? found : matchAll(choices, initialsOf(text), favour);
}

/** The parts of one name that a text means; none if it does not mean it. */
export function spansIn(name: string, text: string): readonly Span[] {
  return findChoices(choicesOf([{ id: 0, name }]), text)[0]?.spans ?? [];
}

function matchAll(
  choices: readonly Choice[],
  readings: readonly Reading[],
  favour: (choice: Choice) => number,
): Match[] {
  return choices
    .flatMap(choice => {
      const [best] = readings.flatMap(reading => match(choice, reading) ?? []).sort(byCost);
      return best ? [{ ...best, cost: best.cost - favour(choice) }] : [];
    })
    .sort(byCost);
}

function byCost(one: Match, other: Match): number {
  return one.cost - other.cost;
}

function match(choice: Choice, { words, penalty, beginsOnly }: Reading): Match | null {
  const hits: Hit[] = [];
  for (const wanted of words) {
    const free = choice.words.filter(word => !hits.some(hit => hit.word === word));
    const hit = hitIn(free, wanted, beginsOnly, choice.words[0]) ?? groupHit(choice, wanted);
    if (!hit) return null;
    hits.push(hit);
  }
  if (hits.length === 0) return null;
  const spans = hits.flatMap(({ span }) => span ?? []).sort((one, other) => one.from - other.from);
  const cost = hits.reduce((sum, hit) => sum + hit.cost, penalty) + (isOrdered(hits) ? 0 : COST.unordered);
  return { choice, cost, spans };
}

function hitIn(
  words: readonly NameWord[],
  { text, order }: Wanted,
  beginsOnly: boolean,
  first: NameWord | undefined,
): Hit | null {
  let best: Hit | null = null;
  for (const word of words) {
    const found = matchWord(word.text, text);
    if (!found || (found.at > 0 && (beginsOnly || found.length < INSIDE_MIN))) continue;
    const cost = costOf(found, word, word === first);
    if (!best || cost < best.cost) best = { cost, order, word, span: spanOf(word, found) };
  }
  return best;
}

/** A word that was longer before it was folded, by accents or letters of two signs, is emphasised as a whole. */
function spanOf({ text, at, length }: NameWord, found: { at: number; length: number }): Span {
  if (length !== text.length) return { from: at, to: at + length };
  return { from: at + found.at, to: at + found.at + found.length };
}

function costOf(found: { at: number; length: number }, word: NameWord, isFirst: boolean): number {
  if (found.at > 0) return COST.inside;
  if (found.length === word.text.length) return 0;
  return isFirst ? COST.first : COST.other;
}

function groupHit({ groupWords }: Choice, { text, order }: Wanted): Hit | null {
  const begins = groupWords.some(word => matchWord(word.text, text)?.at === 0);
  return begins ? { cost: COST.group, order, word: null, span: null } : null;
}

function isOrdered(hits: readonly Hit[]): boolean {
  const asTyped = [...hits].sort((one, other) => one.order - other.order).flatMap(({ span }) => span ?? []);
  return asTyped.every((span, at) => at === 0 || (asTyped[at - 1]?.from ?? 0) < span.from);
}

function matchWord(word: string, wanted: string | RegExp): { at: number; length: number } | null {
  if (typeof wanted === 'string') {
    const at = word.indexOf(wanted);
    return at < 0 ? null : { at, length: wanted.length };
  }
  const found = wanted.exec(word);
  return found && { at: found.index, length: found[0].length };
}

/** Everything that typed text may mean; what another layout gives costs more. */
function foldedReadings(text: string): { folded: string; penalty: number }[] {
  const typed = normaliseText(text);
  const folded = readingsOf(text).map(words => words.join(' '));
  return folded.map(reading => ({ folded: reading, penalty: reading === typed ? 0 : COST.layout }));
}

function costedReadings(text: string): Reading[] {
  const literal = foldedReadings(text).map(({ folded, penalty }) => readingOf(folded.split(' '), penalty));
  const expressions = spelledWords(text)?.map(source => new RegExp(source));
  return expressions ? [...literal, readingOf(expressions, COST.spelled)] : literal;
}

function readingOf(words: readonly (string | RegExp)[], penalty: number, beginsOnly = false): Reading {
  // The longest first: «п пет» would otherwise spend «Петров» on its «п».
  const length = ({ text }: Wanted) => (typeof text === 'string' ? text : text.source).length;
  const wanted = words
    .map((text, order) => ({ text, order }))
    .sort((one, other) => length(other) - length(one));
  return { words: wanted, penalty, beginsOnly };
}

function initialsOf(text: string): Reading[] {
  return foldedReadings(text)
    .filter(({ folded }) => folded.length <= INITIALS_MAX && !folded.includes(' '))
    .flatMap(({ folded, penalty }) =>
      partings(folded).map(parts => readingOf(parts, penalty + COST.initials + parts.length, true)),
    );
}

/** Every way to cut a word into two or more parts: «пив» into «п ив», «пи в» and «п и в». */
function partings(word: string): string[][] {
  const parted: string[][] = [];
  for (let cut = 1; cut < word.length; cut++) {
    const [head, rest] = [word.slice(0, cut), word.slice(cut)];
    parted.push([head, rest], ...partings(rest).map(parts => [head, ...parts]));
  }
  return parted;
}
