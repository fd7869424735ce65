import type { FieldError, FieldErrors } from 'react-hook-form';
import type { FormError } from './error-summary.tsx';

type Found = Omit<FormError, 'label'>;

/** The refusals of a form, read like the error bag that the specification's forms have. */
export type ErrorCollection = {
  /** Every refusal in the order of the fields; `name` is '' for what belongs to no field. */
  items: readonly FormError[];
  any(): boolean;
  count(): number;
  has(name: string): boolean;
  /** The message at that field, undefined if there is none. */
  first(name: string): string | undefined;
};

/** Collects what react-hook-form keeps nested. `order`: the names of the top-level fields as they stand in the form. */
export function collectErrors(
  errors: FieldErrors,
  order: readonly string[],
  labelOf: (name: string) => string,
): ErrorCollection {
  const items = [...walk(errors, '')]
    .filter(({ message }) => message !== '')
    .sort((one, other) => rankOf(one, order) - rankOf(other, order))
    .map(error => ({ ...error, label: error.name === '' ? '' : labelOf(error.name) }));
  const first = (name: string) => items.find(item => item.name === name)?.message;
  return {
    items,
    any: () => items.length > 0,
    count: () => items.length,
    has: name => first(name) !== undefined,
    first,
  };
}

function* walk(node: unknown, name: string): Generator<Found> {
  if (typeof node !== 'object' || node === null) return;
  if (isFieldError(node)) yield { name, message: node.message ?? '' };
  else for (const [key, below] of Object.entries(node)) yield* walkBelow(key, below, name);
}

function* walkBelow(key: string, below: unknown, name: string): Generator<Found> {
  // What is filed under `root` belongs to the list, or by a name of its own to the form as a whole.
  if (key === 'root') yield* isFieldError(below) ? walk(below, name) : walkRoot(below);
  else yield* walk(below, name === '' ? key : `${name}.${key}`);
}

/** `root.server`: refusals of the whole form. */
function* walkRoot(node: unknown): Generator<Found> {
  for (const below of Object.values(node ?? {})) yield* walk(below, '');
}

function isFieldError(node: unknown): node is FieldError {
  return typeof node === 'object' && node !== null && 'type' in node && typeof node.type === 'string';
}

function rankOf({ name }: Found, order: readonly string[]): number {
  if (name === '') return -1;
  const at = order.indexOf(name.split('.')[0] ?? '');
  return at === -1 ? order.length : at;
}
