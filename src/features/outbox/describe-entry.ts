import * as v from 'valibot';
import { contactTextFields, contactTextNames, fullName } from '#contract/contact-fields.ts';
import { formatAddress, orderTextFields, orderTextNames } from '#contract/order-fields.ts';
import { draftPath } from '#domain/draft-path.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatPhoneInText } from '#kit/phone.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { isHeldByMissingEcho } from '#sync/entry.ts';
import type { EntryStatus } from '#sync/entry-status.ts';
import { keyOf } from '#sync/id-map.ts';
import type { Refusal } from '#sync/outbox.ts';
import { answerWords } from '#ui/remote/answer-fault.ts';
import { toServerWords } from '#ui/remote/to-server-words.ts';
import type { DraftRow } from './offline/read-outbox.ts';
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

const { fields, kinds, draftOf } = texts;

/** What an entry is, whom it is about, all that it holds. Never fails: an unreadable entry is described too. */
export function describeEntry({ id, kind, aggregate, payload }: DescribedEntry): Description {
  const content = v.parse(Content, Object(payload));
  const { name, contact_name, type } = content;
  const query = new URLSearchParams({ entry: id });
  switch (kind) {
    case 'contact.create':
    case 'contact.update': {
      const form = pathTo(paths.contactEdit, { id: keyOf(aggregate) });
      const lines = filled(contactLines(content));
      return { what: kinds[kind], name: fullName(content), lines, fixTo: `${form}?${query}` };
    }
    case 'contact.delete':
      return { what: kinds[kind], name, lines: filled([{ term: fields.contact, value: name }]), fixTo: null };
    case 'order.create': {
      const what = type === 'basa' || type === 'point' ? kinds[type] : kinds.order;
      const form = type === 'point' ? paths.orderAddPoint : paths.orderAddBasa;
      return { what, name: contact_name, lines: filled(orderLines(content)), fixTo: `${form}?${query}` };
    }
    default: {
      const raw = [{ term: kinds.unknown, value: JSON.stringify(payload, null, 2) }];
      return { what: kinds.unknown, name: '', lines: payload === null ? [] : raw, fixTo: null };
    }
  }
}

function filled(lines: Line[]): Line[] {
  return lines.filter(line => line.value !== '');
}

function contactLines(content: Content): Line[] {
  const others = contactTextNames.filter(name => !contactTextFields[name].inName);
  return [
    { term: fields.name, value: fullName(content) },
    { term: fields.phones, value: content.phones.map(formatPhoneInText).join(', ') },
    ...others.map(name => ({ term: contactTextFields[name].label, value: content[name] })),
  ];
}

function orderLines(content: Content): Line[] {
  const others = orderTextNames.filter(name => orderTextFields[name].sign === undefined);
  return [
    { term: fields.contact, value: content.contact_name },
    { term: fields.phones, value: content.phones.map(formatPhoneInText).join(', ') },
    { term: fields.district, value: content.district.name },
    { term: fields.work, value: content.work.name },
    ...others.map(name => ({ term: orderTextFields[name].label, value: content[name] })),
    { term: fields.address, value: formatAddress(content) },
  ];
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
  if (error.lacksEcho) return texts.lacksEcho;
  const said = toServerWords(error);
  return (error.kind === 'refused' && said) || `${answerWords(error)}.`;
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

/** Why the outbox did not do what was asked, in words; what stands in the way is named. */
export function refusalText(refusal: Refusal): string {
  switch (refusal.reason) {
    case 'dependants':
      return texts.dependants(refusal.entries.map(describeEntry).map(titleOf).join('; '));
    case 'full':
      return texts.full;
    case 'outdated':
      return texts.outdated;
    default:
      return texts.notNow;
  }
}

/** A better word for the state of an entry than the chip's own, where there is one. */
export function stateTextOf({ isGivenUp, earlier = [] }: Entry, status: EntryStatus): string | undefined {
  if (status === 'checking' && isGivenUp) return texts.asGivenUp;
  return status === 'queued' && earlier.length > 0 ? texts.waitsForCheck : undefined;
}

const REASONS: Partial<Record<EntryStatus, string>> = {
  blocked: texts.blockedWhy,
  question: texts.question,
  parked: texts.parkedWhy,
};

/** Why an entry is still here, where its state alone does not say that; '' for nothing. */
export function reasonOf(entry: Entry, status: EntryStatus): string {
  const { kind, isGivenUp, earlier = [] } = entry;
  const isCorrected = earlier.length > 0;
  if (status === 'checking') return checkingReason(entry);
  if (status === 'queued' && isCorrected) return texts.correctedWhy;
  if (status === 'question' && isGivenUp) return texts.givenUpQuestion;
  if (status === 'question' && isCorrected) return texts.correctedQuestion;
  if (status === 'blocked' && kind === 'contact.delete') return texts.deleteBlockedWhy;
  return REASONS[status] ?? '';
}

function checkingReason(entry: Entry): string {
  if (isHeldByMissingEcho(entry)) return texts.echoMissingWhy;
  if (entry.isGivenUp) return texts.givenUpWhy;
  if (entry.attempts > 0) return texts.checkingWhy;
  return (entry.earlier ?? []).length > 0 ? texts.correctedWhy : texts.importedWhy;
}

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

/** A draft in words. `to`: the form that takes it up again, null for one this app does not know. */
export function describeDraft({ form, instance, value }: Omit<DraftRow, 'ownerKey'>) {
  const what = Object.hasOwn(DRAFTS, form) ? DRAFTS[form] : undefined;
  return { what: what ?? draftOf.other, name: nameIn(value), to: draftPath(form, instance) };
}

function nameIn(value: unknown): string {
  const read = v.safeParse(DraftContent, value);
  if (!read.success) return v.is(PromoterDraft, value) ? value.name : '';
  const { values } = read.output;
  return fullName(values) || [values.contact?.name, values.street].filter(Boolean).join(', ');
}
