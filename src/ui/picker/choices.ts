import { normaliseText } from '#kit/normalise-text.ts';
import type { TreeOption } from '../tree-option.ts';

/** A word of a name in the form in which texts are compared, and where and how long it stands in the name. */
export type NameWord = { text: string; at: number; length: number };

/** What can be chosen, with the groups above it from the outermost to its own. */
export type Choice = {
  option: TreeOption;
  trail: readonly TreeOption[];
  words: readonly NameWord[];
  groupWords: readonly NameWord[];
};

/** Everything of a tree that can be chosen, in its order; `groupsSelectable` counts the groups themselves too. */
export function choicesOf(
  options: readonly TreeOption[],
  groupsSelectable = false,
  trail: readonly TreeOption[] = [],
  groupWords: readonly NameWord[] = [],
): Choice[] {
  return options.flatMap(option => {
    const words = wordsOf(option.name);
    const choice = { option, trail, words, groupWords };
    if (!option.children?.length) return [choice];
    const below = choicesOf(option.children, groupsSelectable, [...trail, option], [...groupWords, ...words]);
    return groupsSelectable ? [choice, ...below] : below;
  });
}

/** Whether two values name the same choice: an address holds as text what the server gave as a number. */
export function isSameId(one: TreeOption['id'], other: TreeOption['id']): boolean {
  return String(one) === String(other);
}

function wordsOf(name: string): NameWord[] {
  return [...name.matchAll(/[\p{L}\p{N}\p{M}\p{Cf}]+/gu)].map(({ 0: word, index }) => ({
    text: normaliseText(word),
    at: index,
    length: word.length,
  }));
}

/** A line of the list: a group with what is in it, or something that can be chosen, or a group that is both. */
export type Line = { option: TreeOption; depth: number; choice: Choice | null; below: Line[] };

/**
 * The choices back in their tree. Each group stands where its first choice stands, so that the best match stays the
 * first line whatever group it is in.
 */
export function arrange(choices: readonly Choice[]): Line[] {
  const top: Line[] = [];
  const groups = new Map<TreeOption, Line>();
  const lineOf = (option: TreeOption, depth: number, beside: Line[]): Line => {
    const known = groups.get(option);
    if (known) return known;
    const line: Line = { option, depth, choice: null, below: [] };
    groups.set(option, line);
    beside.push(line);
    return line;
  };
  for (const choice of choices) {
    const beside = choice.trail.reduce((lines, group, depth) => lineOf(group, depth, lines).below, top);
    lineOf(choice.option, choice.trail.length, beside).choice = choice;
  }
  return top;
}

/** What can be chosen in these lines, from top to bottom. */
export function choicesIn(lines: readonly Line[]): Choice[] {
  return lines.flatMap(({ choice, below }) => [...(choice ? [choice] : []), ...choicesIn(below)]);
}
