/**
 * The scalars and wrappers of which every answer is made. Each schema states the canonical form and carries,
 * as metadata, what `normalise` must know to bring other backends' forms into it.
 */
import * as v from 'valibot';

/** What `normalise` reads off a schema. */
export type WireHint = {
  wire?: 'date' | 'phone' | 'list' | 'page' | 'flags';
  /** Rewrites a raw value before its schema is looked at: old names, other nestings. */
  prepare?: (raw: unknown) => unknown;
  /** Null says something else here than a field that is missing. */
  keepsNull?: boolean;
};

/** Attaches a reading hint to a schema. */
export function hint<Input>(value: WireHint) {
  return v.metadata<Input, WireHint>(value);
}

/** A positive whole number given by the server. */
export const Id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** An id in the address of a call, where it is a text. */
export const IdSegment = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), Id);

/** Date and time. Our server sends `2026-11-20T12:12:39.000000Z`; read, it is wall clock of the firm (kit/date). */
export const DateTime = v.pipe(v.string(), hint<string>({ wire: 'date' }));

/** A phone. Sent as `7` and ten digits; read, it is the ten digits (kit/phone). */
export const Phone = v.pipe(v.string(), hint<string>({ wire: 'phone' }));

/** A number that other backends leave empty for 0: a sum over nothing is null in SQL. */
export const Amount = v.pipe(v.number(), hint<number>({ prepare: raw => (isEmpty(raw) ? 0 : raw) }));

/** Roubles with at most two decimals. */
export const Roubles = Amount;

function isEmpty(raw: unknown): boolean {
  return raw === null || raw === undefined || raw === '';
}

/**
 * A part that the page does without, or that our server alone sends: whatever another backend has under that name, the
 * answer can be read.
 */
export function lenient<Part extends v.GenericSchema>(part: Part) {
  return v.fallback(v.optional(part), undefined);
}

/** A text that may be missing or null; read, it is '' then. */
export const Text = v.string();

/** A set of names as flags: `{edit_users: true}`. Also read: `["edit_users"]`, `[{name}]`, `[]`, `{edit_users: "1"}`. */
export const Flags = v.pipe(
  v.record(v.string(), v.boolean()),
  hint<Record<string, boolean>>({ wire: 'flags' }),
);

/** A word with which a backend says that it has done something. */
export const Word = lenient(v.string());

/** The wrapper of an unpaged list: `{list: […]}`. */
export function list<Item extends v.GenericSchema>(item: Item) {
  return v.pipe(v.object({ list: v.array(item) }), hint({ wire: 'list' }));
}

/** The wrapper of a paged list, newest Laravel names; `extra` are fields that stand beside it. */
export function page<Item extends v.GenericSchema, Extra extends v.ObjectEntries>(item: Item, extra: Extra) {
  const entries = {
    list: v.array(item),
    current_page: v.number(),
    last_page: v.number(),
    per_page: v.number(),
    from: v.nullable(v.number()),
    to: v.nullable(v.number()),
    total: v.number(),
    prev_page_url: v.nullable(v.string()),
    next_page_url: v.nullable(v.string()),
    ...extra,
  };
  return v.pipe(v.object(entries), hint({ wire: 'page' }));
}

/** Rows of a page, where an endpoint does not say otherwise. */
export const PER_PAGE = 15;

/** `?page=` of a paged list: a whole number from 1; absent or unreadable means 1, as Laravel does. */
export const PageNumber = v.fallback(
  v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger(), v.minValue(1)),
  1,
);

/** At most so many characters, counted as the database counts them: code points, not UTF-16 units. */
export function atMost(limit: number) {
  return v.maxCodePoints<string, number>(limit);
}

/** A text that must be sent. */
export function requiredText(limit: number) {
  return v.pipe(v.string(), v.nonEmpty(), atMost(limit));
}

/** A text that may be left out. */
export function optionalText(limit: number) {
  return v.optional(v.nullable(v.pipe(v.string(), atMost(limit))));
}

/** A word of a list; anything else is the first. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return v.fallback(v.picklist(words), words[0] as Words[number]);
}

/** Code points of a search that our server takes at most. */
export const SEARCH_MAX = 100;

/** What is looked for in a list; absent is nothing. No text in a database has a NUL, and PostgreSQL takes none with one. */
export const SearchText = v.optional(
  v.pipe(
    v.string(),
    atMost(SEARCH_MAX),
    v.transform(text => text.replaceAll('\0', '')),
  ),
  '',
);

/** How many requests, what the promoter gets for them. Roubles. */
export const Owed = v.object({ count: Amount, share: Roubles });
