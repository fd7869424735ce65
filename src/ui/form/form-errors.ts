import type { FieldError, FieldErrors } from 'react-hook-form';
import type { FormError } from './error-summary.tsx';

type Found = Omit<FormError, 'label'>;

/**
 * The refusals that react-hook-form keeps nested, in the order of the fields; `name` is '' for what belongs to none.
 * `order`: the names of the top-level fields as they stand in the form.
 */
export function collectErrors(
  errors: FieldErrors,
  order: readonly string[],
  labelOf: (name: string) => string,
): FormError[] {
  return [...walk(errors, '')]
    .filter(({ message }) => message !== '')
    .sort((one, other) => rankOf(one, order) - rankOf(other, order))
    .map(error => ({ ...error, label: error.name === '' ? '' : labelOf(error.name) }));
}

function* walk(node: unknown, name: string): Generator<Found> {
  if (typeof node !== 'object' || node === null) return;
  if (isFieldError(node)) return yield { name, message: node.message ?? '' };
  for (const [key, below] of Object.entries(node)) yield* walkBelow(key, below, name);
}

function* walkBelow(key: string, below: unknown, name: string): Generator<Found> {
  if (key !== 'root') yield* walk(below, name === '' ? key : `${name}.${key}`);
  // What is filed under `root` belongs to the list, or by a name of its own (`root.server`) to the form as a whole.
  else if (isFieldError(below)) yield* walk(below, name);
  else for (const whole of Object.values(below ?? {})) yield* walk(whole, '');
}

function isFieldError(node: unknown): node is FieldError {
  return typeof node === 'object' && node !== null && 'type' in node && typeof node.type === 'string';
}

function rankOf({ name }: Found, order: readonly string[]): number {
  if (name === '') return -1;
  const at = order.indexOf(name.split('.')[0] ?? '');
  return at === -1 ? order.length : at;
}
