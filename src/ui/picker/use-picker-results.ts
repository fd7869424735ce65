import { useMemo, useState } from 'react';
import { arrange, type Choice, choicesIn, isSameId } from './choices.ts';
import { findChoices, type Match } from './match.ts';
import type { Picks } from './picks.ts';
import { texts } from './texts.ts';

/** So many rows are drawn at a time: five thousand at once would keep the first one waiting. */
const PAGE = 100;

/** Within so many rows of the end the next ones are drawn. */
const NEAR_END = 20;

/** A list that fits is read faster than headings about it. */
const LONG_LIST = 10;

/** What was chosen before goes first among equals, what was pinned before that. */
const PICK_BONUS = { pinned: 0.2, recent: 0.1 };

export type PickerResults = ReturnType<typeof usePickerResults>;

/** What is offered for what is typed: all of it in its tree, or the best matches; long lists grow as they are read. */
export function usePickerResults(choices: readonly Choice[], chosen: Choice | null, picks: Picks) {
  const [query, setQuery] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const { recent, pinned } = picks;
  const matches = useMemo(() => {
    if (query.trim() === '') return choices.map((choice): Match => ({ choice, cost: 0, spans: [] }));
    return findChoices(choices, query, bonusOf({ recent, pinned }));
  }, [choices, query, recent, pinned]);
  const sections = useMemo(
    () => (query === '' ? sectionsOf(choices, chosen, { recent, pinned }) : []),
    [choices, chosen, query, recent, pinned],
  );
  const drawn = useMemo(() => {
    const shown = matches.slice(0, limit);
    const lines = arrange(shown.map(({ choice }) => choice));
    // From top to bottom, as the arrow keys meet them.
    const items = [...sections.flatMap(section => section.choices), ...choicesIn(lines)];
    return { lines, items, spansOf: new Map(shown.map(({ choice, spans }) => [choice, spans])) };
  }, [matches, sections, limit]);
  const search = (text: string) => {
    setQuery(text);
    setLimit(PAGE);
  };
  // How many are not drawn yet.
  const hidden = Math.max(0, matches.length - limit);
  /** The reader has come to the item of this index. */
  const reach = (index: number) => {
    if (hidden > 0 && index >= drawn.items.length - NEAR_END) setLimit(limit + PAGE);
  };
  return { ...drawn, sections, query, found: matches.length, hidden, search, reach };
}

/** Whether the list is so long that pins and recent choices help. */
export function isLong(choices: readonly Choice[]): boolean {
  return choices.length > LONG_LIST;
}

type Kept = Pick<Picks, 'recent' | 'pinned'>;

function bonusOf({ recent, pinned }: Kept): (choice: Choice) => number {
  const isOneOf = (ids: Kept['recent'], { option }: Choice) => ids.some(id => isSameId(id, option.id));
  return choice => {
    if (isOneOf(pinned, choice)) return PICK_BONUS.pinned;
    return isOneOf(recent, choice) ? PICK_BONUS.recent : 0;
  };
}

/** What is not offered any more is left out, and so is what is chosen now: it stands in the field. */
function sectionsOf(choices: readonly Choice[], chosen: Choice | null, { recent, pinned }: Kept) {
  if (!isLong(choices)) return [];
  const byId = new Map(choices.map(choice => [String(choice.option.id), choice]));
  const pick = (ids: Kept['recent']) =>
    ids.flatMap(id => byId.get(String(id)) ?? []).filter(choice => choice !== chosen);
  const pins = pick(pinned);
  const sections = [
    { title: texts.pinned, choices: pins },
    { title: texts.recent, choices: pick(recent).filter(choice => !pins.includes(choice)) },
  ];
  return sections.filter(section => section.choices.length > 0);
}
