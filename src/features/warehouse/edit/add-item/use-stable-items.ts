import { useRef } from 'react';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';

/** The same list for as long as the same things stand in it in the same order, whatever is typed beside them. */
export function useStableItems(lines: readonly DraftLine[]): readonly DraftLine[] {
  const previous = useRef(lines);
  if (!haveSameItems(previous.current, lines)) previous.current = lines;
  return previous.current;
}

function haveSameItems(one: readonly DraftLine[], other: readonly DraftLine[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ nomenclatureId }, at) => other[at]?.nomenclatureId === nomenclatureId)
  );
}
