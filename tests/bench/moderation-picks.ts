import { choicesOf } from '#ui/picker/choices.ts';
import { findChoices } from '#ui/picker/match.ts';

/** How many keys it takes until the promoter is the first of the list, by how many promoters need so many. */
export type Keystrokes = { within: number; byKeys: Record<string, number>; total: number };

const BUDGET = 3;

const ENOUGH = 8;

/**
 * What the picker of promoters offers first, asked of its own search with nothing chosen before. `surname`: the first
 * letters of the last word. `initials`: the same, or letters of both words in any of the ways in which they may be
 * typed together: «к в», «кв», «ков», «кор».
 */
export function countKeystrokes(names: readonly string[]): { surname: Keystrokes; initials: Keystrokes } {
  const people = choicesOf(names.map((name, id) => ({ id, name })));
  const tops = new Map<string, string>();
  const top = (typed: string) => {
    const known = tops.get(typed) ?? findChoices(people, typed)[0]?.choice.option.name ?? '';
    tops.set(typed, known);
    return known;
  };
  const tally = (waysOf: (name: string, keys: number) => string[]) =>
    count(names.map(name => keysFor(name, keys => waysOf(name, keys).some(typed => top(typed) === name))));
  return {
    surname: tally((name, keys) => [surnameOf(name).slice(0, keys)]),
    initials: tally((name, keys) => [surnameOf(name).slice(0, keys), ...together(name, keys)]),
  };
}

/** The name that the picker's search puts first. */
export function firstChoice(names: readonly string[], typed: string): string {
  const people = choicesOf(names.map((name, id) => ({ id, name })));
  return findChoices(people, typed)[0]?.choice.option.name ?? '';
}

/** The last word of a name, as it is typed. */
export function surnameOf(name: string): string {
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
