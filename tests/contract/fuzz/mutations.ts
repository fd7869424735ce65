/** A proper input with something wrong somewhere in it. */
import fc from 'fast-check';
import { hostileField, hostileValue, type Verbatim } from './hostile.ts';

type Change =
  | { kind: 'replace'; value: unknown }
  | { kind: 'leave out' }
  | { kind: 'add'; field: string; value: unknown }
  | { kind: 'wrap' }
  | { kind: 'repeat' };

/** `at` picks one of all places of a document. */
export type Mutation = { at: number; change: Change };

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    at: fc.nat(10_000),
    change: fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('replace' as const), value: hostileValue }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'leave out' as const }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('add' as const), field: hostileField, value: hostileValue }),
      },
      { weight: 1, arbitrary: fc.constantFrom<Change>({ kind: 'wrap' }, { kind: 'repeat' }) },
    ),
  }),
  { maxLength: 3 },
);

/** An object or a list by its names; without a prototype, so that `__proto__` is a name like every other. */
type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !('verbatim' in value);

/** Behind a name that stands in its object already: both are written. */
const AGAIN = '@again';

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isHolder(value)) return value;
  const copy: Holder = Object.create(null);
  for (const [name, inner] of Object.entries(value)) if (inner !== undefined) copy[name] = copyOf(inner);
  return copy;
}

const placesOf = (holder: unknown): [holder: Holder, name: string][] =>
  isHolder(holder)
    ? Object.keys(holder).flatMap(name => [[holder, name] as [Holder, string], ...placesOf(holder[name])])
    : [];

function add(root: unknown, at: number, { field, value }: { field: string; value: unknown }): void {
  const all = [root, ...placesOf(root).map(([holder, name]) => holder[name])];
  const objects = all.filter(each => isHolder(each)).filter(each => !Array.isArray(each));
  const object = objects[at % Math.max(1, objects.length)];
  if (object) object[field in object ? field + AGAIN : field] = copyOf(value);
}

function mutate(root: unknown, { at, change }: Mutation): void {
  if (change.kind === 'add') {
    add(root, at, change);
    return;
  }
  const places = placesOf(root);
  const [holder, name = ''] = places[at % Math.max(1, places.length)] ?? [];
  if (!holder) return;
  if (change.kind === 'replace') holder[name] = copyOf(change.value);
  else if (change.kind === 'wrap') holder[name] = [holder[name]];
  else if (Array.isArray(holder))
    holder.splice(Number(name), 1, ...(change.kind === 'repeat' ? [holder[Number(name)], 'again'] : []));
  else if (change.kind === 'repeat') holder[name + AGAIN] = 'again';
  else delete holder[name];
}

/** As it is written on the wire: verbatim pieces as they are, and repeated names twice. */
function write(value: unknown): string {
  const pieces: string[] = [];
  const text = JSON.stringify(value, (_name, inner: unknown) => {
    const isVerbatim = typeof inner === 'object' && inner !== null && 'verbatim' in inner;
    return isVerbatim ? `@piece${pieces.push((inner as Verbatim).verbatim) - 1}@` : inner;
  });
  return text.replaceAll(`${AGAIN}":`, '":').replace(/"@piece(\d+)@"/g, (_, at) => pieces[Number(at)] ?? '');
}

function mutated(value: unknown, all: readonly Mutation[]): unknown {
  const root = copyOf(value);
  for (const mutation of all) mutate(root, mutation);
  return root;
}

/** The JSON of a value after all mutations. */
export const mutatedJson = (value: unknown, all: readonly Mutation[]): string => write(mutated(value, all));

/** The same as a form: every field that is no plain text stands there as JSON. */
export function mutatedForm(value: unknown, all: readonly Mutation[]): string {
  const textOf = (inner: unknown) => (typeof inner === 'string' ? inner : write(inner));
  return Object.entries(Object(mutated(value, all)))
    .map(([name, inner]) =>
      [name.replace(AGAIN, ''), textOf(inner)]
        .map(half => encodeURIComponent(half.replace(/\p{Surrogate}/gu, '\ufffd')))
        .join('='),
    )
    .join('&');
}
