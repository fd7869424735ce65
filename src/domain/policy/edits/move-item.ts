import { failure, type Result, success } from '#kit/result.ts';
import type { EditRefusal } from '../edit-result.ts';

/** One place towards the beginning of a list, or towards its end. */
export type Direction = 'up' | 'down';

/** The changed list, or why it stays as it was. */
export type ListResult<Item> = Result<readonly Item[], EditRefusal>;

/** The list with the item at the index swapped with the one before or after it. */
export function moveItem<Item>(
  items: readonly Item[],
  index: number,
  direction: Direction,
): ListResult<Item> {
  const first = direction === 'up' ? index - 1 : index;
  if (first < 0) return failure('firstAlready');
  if (first + 1 >= items.length) return failure('lastAlready');
  const pair = items.slice(first, first + 2).reverse();
  return success([...items.slice(0, first), ...pair, ...items.slice(first + 2)]);
}
