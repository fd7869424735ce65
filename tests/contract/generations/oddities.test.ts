/**
 * Every answer of the contract with every field of it written as PHP and MySQL may write it: null, missing, a number as
 * text, a text as number, an empty list for an object. Each is read, or says which field it is; none is «Нет связи».
 */
import { expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { isRecord } from '#kit/is-record.ts';
import { sampleReply } from '#tests/support/sample-reply.ts';
import { receive } from './recording.ts';

type Path = readonly (string | number)[];

/** Where something stands in an answer; of two rows the second, so that the first one does not decide for all. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.length > 1 ? pathsIn(value[1], [...path, 1]) : [];
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [...path, name],
    ...pathsIn(inner, [...path, name]),
  ]);
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, name) => Object(inner)[name], value);
}

/** The answer with something else at that place; `undefined` leaves the field out. */
function withAt(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) return other;
  const inner = withAt(Object(value)[name], rest, other);
  if (Array.isArray(value)) return value.map((item, index) => (index === name ? inner : item));
  return { ...Object(value), [name]: inner };
}

/** How a value of its kind may be written instead. */
function odditiesOf(value: unknown): Record<string, unknown> {
  const always = { null: null, missing: undefined };
  if (value === null) return always;
  if (typeof value === 'number') return { ...always, text: String(value), decimal: `${value}.00`, empty: '' };
  if (typeof value === 'boolean') return { ...always, number: 1, text: '1' };
  if (typeof value === 'string') return { ...always, number: 12, empty: '' };
  if (Array.isArray(value)) return { ...always, keyed: { ...value }, wrapped: { data: value } };
  return { ...always, list: [] };
}

/** What must be there: without it a row is not the thing that it stands for, or a list would count as empty. */
const ESSENTIAL = new Set([
  ...['id', 'code_number', 'nomenclature_id', 'list', 'data', 'nomenclature', 'can'],
  ...['access_token', 'accessToken', 'fullcode', 'ruleCombine', 'effect'],
]);

const cells = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  const sample = sampleReply(endpoint);
  return pathsIn(sample).flatMap(path =>
    Object.entries(odditiesOf(at(sample, path))).map(
      ([oddity, other]) => [name, path, oddity, endpoint, withAt(sample, path, other)] as const,
    ),
  );
});

/** «заявки, поле paid», as the page would say it. */
function placeOf({ title }: Endpoint, path: Path): string {
  const [outer, ...inner] = path.filter(part => typeof part === 'string');
  const isRow = inner.length > 0 && (outer === 'list' || outer === 'data');
  return `${title}, поле ${(isRow ? inner : [outer, ...inner]).join('.')}`;
}

it('is read, unless it is essential: then the page says which field it is', async () => {
  expect(cells.length).toBeGreaterThan(1900);
  for (const [name, path, oddity, endpoint, answer] of cells) {
    const read = await receive(endpoint, JSON.stringify(answer));
    if (read.ok) continue;
    const { kind, place } = read.problem;
    const field = String(path.at(-1));
    const isProof = endpoint.succeedsBy?.some(proof => proof === field) ?? false;
    expect([name, oddity, ESSENTIAL.has(field) || isProof]).toEqual([name, oddity, true]);
    expect([name, kind]).toEqual([name, 'unreadable']);
    // A proof that the form does without is missed by the call as a whole.
    expect([placeOf(endpoint, path), ...(isProof ? [endpoint.title] : [])]).toContain(place);
  }
});
