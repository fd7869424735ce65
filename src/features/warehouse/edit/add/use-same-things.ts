import { useRef } from 'react';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';

/** The same list for as long as the same things stand in it in the same order, whatever is typed beside them. */
export function useSameThings(lines: readonly DraftLine[]): readonly DraftLine[] {
  const kept = useRef(lines);
  if (!haveSameThings(kept.current, lines)) kept.current = lines;
  return kept.current;
}

function haveSameThings(one: readonly DraftLine[], other: readonly DraftLine[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ nomenclatureId }, at) => other[at]?.nomenclatureId === nomenclatureId)
  );
}
