import type { Nomenclature } from '#contract/warehouse.ts';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';

/** In which lines of a document things stand already, by their ids; lines are counted from 1. */
export function placesOf(
  lines: readonly DraftLine[],
  found: readonly Nomenclature[],
): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>(found.map(({ id }) => [id, []]));
  if (places.size === 0) return places;
  for (const [index, { nomenclatureId }] of lines.entries()) places.get(nomenclatureId)?.push(index + 1);
  return places;
}
