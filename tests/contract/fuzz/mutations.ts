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

/** A document as it is written: fields stand in their order, and twice where they are said twice. */
type Written =
  | { kind: 'fields'; pairs: [name: string, value: Written][] }
  | { kind: 'items'; items: Written[] }
  | { kind: 'plain'; text: string };

function readValue(value: unknown): Written {
  if (isVerbatim(value)) return { kind: 'plain', text: value.verbatim };
  if (Array.isArray(value)) return { kind: 'items', items: value.map(readValue) };
  if (typeof value !== 'object' || value === null) {
    return { kind: 'plain', text: JSON.stringify(value) ?? 'null' };
  }
  const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return { kind: 'fields', pairs: pairs.map(([name, inner]) => [name, readValue(inner)]) };
}

function isVerbatim(value: unknown): value is Verbatim {
  return typeof value === 'object' && value !== null && 'verbatim' in value;
}

function write(written: Written): string {
  if (written.kind === 'plain') return written.text;
  if (written.kind === 'items') return `[${written.items.map(write).join()}]`;
  return `{${written.pairs.map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`).join()}}`;
}

/** Every place of a document, and how to put something else there. */
type Place = { value: Written; put: (values: Written[]) => void; repeat: () => void };

function placesOf(written: Written): Place[] {
  if (written.kind === 'plain') return [];
  if (written.kind === 'items') {
    const { items } = written;
    return items.flatMap((value, at) => [
      {
        value,
        put: (values: Written[]) => void items.splice(at, 1, ...values),
        repeat: () => void items.push(value),
      },
      ...placesOf(value),
    ]);
  }
  const { pairs } = written;
  return pairs.flatMap(([name, value], at) => [
    {
      value,
      put: (values: Written[]) =>
        void pairs.splice(at, 1, ...values.map((each): [string, Written] => [name, each])),
      repeat: () => void pairs.push([name, { kind: 'plain', text: '"again"' }]),
    },
    ...placesOf(value),
  ]);
}

function mutate(root: Written, { at, change }: Mutation): void {
  const places = placesOf(root);
  const place = places[at % Math.max(1, places.length)];
  if (change.kind === 'add') {
    const objects = [root, ...places.map(({ value }) => value)].filter(each => each.kind === 'fields');
    objects[at % Math.max(1, objects.length)]?.pairs.push([change.field, readValue(change.value)]);
  }
  if (!place) return;
  if (change.kind === 'replace') place.put([readValue(change.value)]);
  if (change.kind === 'leave out') place.put([]);
  if (change.kind === 'wrap') place.put([{ kind: 'items', items: [place.value] }]);
  if (change.kind === 'repeat') place.repeat();
}

/** The JSON of a value after all mutations. */
export function mutatedJson(value: unknown, all: readonly Mutation[]): string {
  const root = readValue(value);
  for (const mutation of all) mutate(root, mutation);
  return write(root);
}

/** The same as a form: every field that is no plain text stands there as JSON. */
export function mutatedForm(value: unknown, all: readonly Mutation[]): string {
  const root = readValue(value);
  for (const mutation of all) mutate(root, mutation);
  if (root.kind !== 'fields') return '';
  const textOf = (written: Written) => {
    const text = write(written);
    return text.startsWith('"') ? String(JSON.parse(text)) : text;
  };
  return root.pairs
    .map(([name, inner]) =>
      [name, textOf(inner)]
        .map(half => encodeURIComponent(half.replace(/\p{Surrogate}/gu, '\ufffd')))
        .join('='),
    )
    .join('&');
}
