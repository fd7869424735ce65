import { choicesOf } from '#ui/picker/choices.ts';
import { findChoices } from '#ui/picker/match.ts';

/** How many keys it takes until the promoter is the first of the list, by how many promoters need so many. */
export type Keystrokes = { within: number; byKeys: Record<string, number>; total: number };

const BUDGET = 3;

const ENOUGH = 8;

/** So many choices are in sight without scrolling, on a phone too. */
const IN_SIGHT = 5;

/**
 * What the picker of promoters offers first, asked of its own search with nothing chosen before. `surname`: the first
 * letters of the last word. `initials`: the same, or letters of both words in any of the ways in which they may be
 * typed together: «к в», «кв», «ков», «кор». `inSight`: so, until the promoter is among the first five.
 */
export function countKeystrokes(
  names: readonly string[],
): Record<'surname' | 'initials' | 'inSight', Keystrokes> {
  const people = choicesOf(names.map((name, id) => ({ id, name })));
  const offers = new Map<string, string[]>();
  const offered = (typed: string) => {
    const found = () => findChoices(people, typed).slice(0, IN_SIGHT);
    const known = offers.get(typed) ?? found().map(({ choice }) => choice.option.name);
    offers.set(typed, known);
    return known;
  };
  const tally = (waysOf: (name: string, keys: number) => string[], rows = 1) => {
    const isOffered = (name: string, typed: string) => offered(typed).slice(0, rows).includes(name);
    const isFound = (name: string, keys: number) => waysOf(name, keys).some(typed => isOffered(name, typed));
    return count(names.map(name => keysFor(name, keys => isFound(name, keys))));
  };
  const ofBoth = (name: string, keys: number) => [surnameOf(name).slice(0, keys), ...together(name, keys)];
  return {
    surname: tally((name, keys) => [surnameOf(name).slice(0, keys)]),
    initials: tally(ofBoth),
    inSight: tally(ofBoth, IN_SIGHT),
  };
}

/** The last word of a name, as it is typed. */
function surnameOf(name: string): string {
  return (name.split(' ').at(-1) ?? '').toLowerCase();
}

/** So many keys of which some are the beginning of the surname and the rest of the first name. */
function together(name: string, keys: number): string[] {
  const surname = surnameOf(name);
  const first = name.toLowerCase();
  return Array.from({ length: keys - 1 }, (_, at) => at + 1).flatMap(cut => [
    surname.slice(0, cut) + first.slice(0, keys - cut),
    ...(keys - cut > 1 ? [`${surname.slice(0, cut)} ${first.slice(0, keys - cut - 1)}`] : []),
  ]);
}

function keysFor(name: string, isFirst: (keys: number) => boolean): number {
  const most = Math.min(ENOUGH, surnameOf(name).length);
  for (let keys = 1; keys <= most; keys += 1) if (isFirst(keys)) return keys;
  return Number.POSITIVE_INFINITY;
}

function count(needed: readonly number[]): Keystrokes {
  const byKeys: Record<string, number> = {};
  for (const keys of [...needed].sort((one, other) => one - other)) {
    const name = Number.isFinite(keys) ? String(keys) : 'more';
    byKeys[name] = (byKeys[name] ?? 0) + 1;
  }
  return { within: needed.filter(keys => keys <= BUDGET).length, byKeys, total: needed.length };
}
