import * as v from 'valibot';
import { contactTextNames, fullName } from '#contract/contact-fields.ts';
import { draftPath } from '#domain/draft-path.ts';
import type { DraftRow } from './offline/outbox-book.ts';
import { texts } from './texts.ts';

/** A draft in words. `to`: the form that takes it up again, null for one this app does not know. */
type DraftDescription = { what: string; name: string; to: string | null };

const text = v.fallback(v.string(), '');
const Values = v.object({
  ...v.entriesFromList([...contactTextNames, 'street'], text),
  contact: v.fallback(v.nullable(v.object({ name: text })), null),
});
const Written = v.object({ values: Values });
/** A promoter's draft is its fields alone. */
const Named = v.object({ name: v.string() });

const WHAT: Readonly<Record<string, string>> = {
  'contact.add': texts.draftOf.contact,
  'contact.edit': texts.draftOf.contact,
  'order.basa': texts.draftOf.basa,
  'order.point': texts.draftOf.point,
  'promoter.add': texts.draftOf.promoter,
  policy: texts.draftOf.policy,
};

/** What a draft is and where it goes on. */
export function describeDraft({ form, instance, value }: DraftRow): DraftDescription {
  const what = Object.hasOwn(WHAT, form) ? WHAT[form] : undefined;
  return { what: what ?? texts.draftOf.other, name: nameIn(value), to: draftPath(form, instance) };
}

function nameIn(value: unknown): string {
  const read = v.safeParse(Written, value);
  if (!read.success) return v.is(Named, value) ? value.name : '';
  const { values } = read.output;
  return fullName(values) || [values.contact?.name, values.street].filter(Boolean).join(', ');
}
