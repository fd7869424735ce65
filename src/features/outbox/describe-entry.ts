import * as v from 'valibot';
import { contactTextFields, contactTextNames, fullName } from '#contract/contact-fields.ts';
import { formatAddress, orderTextFields, orderTextNames } from '#contract/order-fields.ts';
import { draftPath } from '#domain/draft-path.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatPhone } from '#kit/phone.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import { keyOf } from '#sync/identity.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { EntryAppearance } from '#ui/chip.tsx';
import { type EntryKind, isKnown } from './entry-kinds.ts';
import type { DraftRow } from './offline/outbox-book.ts';
import { texts } from './texts.ts';

type Line = { term: string; value: string };

/** An entry in words. `fixTo`: the form that it was written in, null where there is none. */
type Description = { what: string; name: string; lines: Line[]; fixTo: string | null };

type DescribedEntry = Pick<Entry, 'id' | 'kind' | 'aggregate' | 'payload'>;
type FailedEntry = Pick<Entry, 'state' | 'error'>;

/**
 * Payloads as the outbox screen needs them: every field may be missing, because a receipt's content is scrubbed and
 * a newer app may have written others. The kinds' own schemas stay with their features.
 */
const text = v.fallback(v.string(), '');
const named = v.fallback(v.object({ name: text }), { name: '' });
const Content = v.object({
  ...v.entriesFromList([...contactTextNames, ...orderTextNames, 'name', 'contact_name', 'type'], text),
  phones: v.fallback(v.array(v.string()), []),
  district: named,
  work: named,
});
type Content = v.InferOutput<typeof Content>;

type Words = {
  what: (content: Content) => string;
  name: (content: Content) => string;
  lines: (content: Content) => Line[];
  fixTo: (entry: DescribedEntry, content: Content) => string | null;
};

const { fields, kinds, draftOf } = texts;

const contact: Omit<Words, 'what'> = {
  name: fullName,
  lines: content => [
    { term: fields.name, value: fullName(content) },
    { term: fields.phones, value: content.phones.map(formatPhone).join(', ') },
    ...contactTextNames
      .filter(name => !contactTextFields[name].inName)
      .map(name => ({ term: contactTextFields[name].label, value: content[name] })),
  ],
  fixTo: ({ id, aggregate }) => withEntry(pathTo(paths.contactEdit, { id: keyOf(aggregate) }), id),
};

/** Every kind of entry in words; the one place that knows them all. */
const WORDS: Readonly<Record<EntryKind, Words>> = {
  'contact.create': { ...contact, what: () => kinds['contact.create'] },
  'contact.update': { ...contact, what: () => kinds['contact.update'] },
  'contact.delete': {
    what: () => kinds['contact.delete'],
    name: content => content.name,
    lines: content => [{ term: fields.contact, value: content.name }],
    fixTo: () => null,
  },
  'order.create': {
    what: ({ type }) => (isOrderType(type) ? kinds[type] : kinds.order),
    name: content => content.contact_name,
    lines: content => [
      { term: fields.contact, value: content.contact_name },
      { term: fields.phones, value: content.phones.map(formatPhone).join(', ') },
      { term: fields.district, value: content.district.name },
      { term: fields.work, value: content.work.name },
      ...orderTextNames
        .filter(name => orderTextFields[name].sign === undefined)
        .map(name => ({ term: orderTextFields[name].label, value: content[name] })),
      { term: fields.address, value: formatAddress(content) },
    ],
    fixTo: ({ id }, { type }) => withEntry(type === 'point' ? paths.orderAddPoint : paths.orderAddBasa, id),
  },
};

/** What an entry is, whom it is about, all that it holds. Never fails: an unreadable entry is described too. */
export function describeEntry(entry: DescribedEntry): Description {
  const content = readContent(entry.payload);
  if (!isKnown(entry.kind)) {
    return { what: kinds.unknown, name: '', lines: rawLines(entry.payload), fixTo: null };
  }
  const words = WORDS[entry.kind];
  return {
    what: words.what(content),
    name: words.name(content),
    lines: words.lines(content).filter(line => line.value !== ''),
    fixTo: words.fixTo(entry, content),
  };
}

/** «Новый контакт: Анна», of an entry or a draft. */
export function titleOf({ what, name }: Pick<Description, 'what' | 'name'>): string {
  return [what, name].filter(Boolean).join(': ');
}

/**
 * The last problem of an entry in words: the server's own where it gave any; '' for none. A refusal is over once the
 * entry waits again.
 */
export function describeError({ state, error }: FailedEntry): string {
  if (!error || state === 'done' || (error.kind === 'refused' && state !== 'rejected')) return '';
  const said = Object.values(error.fields).flat().join(' ') || error.message;
  const known: Readonly<Record<string, string>> = texts.errors;
  const own = Object.hasOwn(known, error.kind) ? (known[error.kind] ?? '') : '';
  return error.kind === 'refused' ? said || own : own || said;
}

/** The same after what it is: `Ответ сервера: …`; '' for none. */
export function errorLine(entry: FailedEntry): string {
  const text = describeError(entry);
  const term = entry.error?.kind === 'refused' ? texts.errorTerm : texts.lastError;
  return text && `${term}: ${text}`;
}

/** An entry as plain text, for keeping it outside this device. */
export function entryText(entry: DescribedEntry & { code?: string }): string {
  const described = describeEntry(entry);
  const lines = described.lines.map(({ term, value }) => `${term}: ${value}`);
  return [titleOf(described), ...lines, entry.code && `${fields.code}: ${entry.code}`]
    .filter(Boolean)
    .join('\n');
}

function readContent(payload: unknown): Content {
  const read = v.safeParse(Content, payload);
  return read.success ? read.output : v.parse(Content, {});
}

function rawLines(payload: unknown): Line[] {
  return payload === null ? [] : [{ term: kinds.unknown, value: JSON.stringify(payload, null, 2) }];
}

function isOrderType(type: string): type is 'basa' | 'point' {
  return type === 'basa' || type === 'point';
}

function withEntry(path: string, id: string): string {
  return `${path}?${new URLSearchParams({ entry: id })}`;
}

/** Why the outbox did not do what was asked, in words; what stands in the way is named. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'dependants':
      return texts.dependants(refusal.entries.map(describeEntry).map(titleOf).join('; '));
    case 'full':
      return texts.full;
    case 'outdated':
      return texts.outdated;
    case 'unknown-outcome':
      return texts.notNow;
  }
}

/** The chip of a status, and a better word than the chip's own where there is one; `why` explains it in the sheet. */
type Appearance = { chip: EntryAppearance; text?: string; why?: string };

const APPEARANCES: Readonly<Record<EntryStatus, Appearance>> = {
  queued: { chip: 'pending' },
  sending: { chip: 'sending' },
  checking: { chip: 'checking', why: texts.checkingWhy },
  failed: { chip: 'failed' },
  held: { chip: 'held' },
  blocked: { chip: 'blocked', why: texts.blockedWhy },
  question: { chip: 'failed', text: texts.needsAnswer, why: texts.question },
  parked: { chip: 'pending', text: texts.needsUpdate, why: texts.parkedWhy },
  done: { chip: 'done' },
};

/** How an entry looks in its status. */
export function appearanceOf({ isGivenUp, earlier = [] }: Entry, status: EntryStatus): Appearance {
  const look = APPEARANCES[status];
  if (status === 'checking' && isGivenUp) return { ...look, text: texts.givenUp, why: texts.givenUpWhy };
  if (status === 'queued' && earlier.length > 0)
    return { ...look, text: texts.waitsForCheck, why: texts.correctedWhy };
  return look;
}

/** Why an entry is still here, where its state alone does not say that; '' for nothing. */
export function reasonOf(entry: Entry, status: EntryStatus): string {
  const { isGivenUp, earlier = [] } = entry;
  if (status === 'checking' && !isGivenUp && entry.attempts === 0)
    return earlier.length > 0 ? texts.correctedWhy : texts.importedWhy;
  if (status === 'question' && isGivenUp) return texts.givenUpQuestion;
  if (status === 'question' && earlier.length > 0) return texts.correctedQuestion;
  if (status === 'blocked' && entry.kind === 'contact.delete') return texts.deleteBlockedWhy;
  return appearanceOf(entry, status).why ?? '';
}

/** A draft in words. `to`: the form that takes it up again, null for one this app does not know. */
type DraftDescription = { what: string; name: string; to: string | null };

const DraftContent = v.object({
  values: v.object({
    ...v.entriesFromList([...contactTextNames, 'street'], text),
    contact: v.fallback(v.nullable(named), null),
  }),
});
/** A promoter's draft is its fields alone. */
const PromoterDraft = v.object({ name: v.string() });

const DRAFTS: Readonly<Record<string, string>> = {
  'contact.add': draftOf.contact,
  'contact.edit': draftOf.contact,
  'order.basa': draftOf.basa,
  'order.point': draftOf.point,
  'promoter.add': draftOf.promoter,
  policy: draftOf.policy,
};

/** What a draft is and where it goes on. */
export function describeDraft({ form, instance, value }: DraftRow): DraftDescription {
  const what = Object.hasOwn(DRAFTS, form) ? DRAFTS[form] : undefined;
  return { what: what ?? draftOf.other, name: nameIn(value), to: draftPath(form, instance) };
}

function nameIn(value: unknown): string {
  const read = v.safeParse(DraftContent, value);
  if (!read.success) return v.is(PromoterDraft, value) ? value.name : '';
  const { values } = read.output;
  return fullName(values) || [values.contact?.name, values.street].filter(Boolean).join(', ');
}
