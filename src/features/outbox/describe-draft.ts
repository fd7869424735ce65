import * as v from 'valibot';
import { paths, pathTo } from '#domain/paths.ts';
import type { DraftRow } from './offline/outbox-book.ts';
import { texts } from './texts.ts';

/** A draft in words. `to`: the form that takes it up again, null for one this app does not know. */
export type DraftDescription = { what: string; name: string; to: string | null };

const text = v.fallback(v.string(), '');
const Values = v.object({
  ...v.entriesFromList(['first_name', 'last_name', 'street'], text),
  contact: v.fallback(v.nullable(v.object({ name: text })), null),
});
const Written = v.object({ values: Values });

type Form = { what: string; to: (instance: string) => string };

const FORMS: Readonly<Record<string, Form>> = {
  'contact.add': {
    what: texts.draftOf.contact,
    to: instance => (instance === 'new' ? paths.contactAdd : withQuery(paths.contactAdd, 'text', instance)),
  },
  'contact.edit': {
    what: texts.draftOf.contact,
    to: instance => pathTo(paths.contactEdit, { id: instance }),
  },
  'order.basa': { what: texts.draftOf.basa, to: instance => orderForm(paths.orderAddBasa, instance) },
  'order.point': { what: texts.draftOf.point, to: instance => orderForm(paths.orderAddPoint, instance) },
};

/** What a draft is and where it goes on. */
export function describeDraft({ form, instance, value }: DraftRow): DraftDescription {
  const known = Object.hasOwn(FORMS, form) ? FORMS[form] : undefined;
  return {
    what: known?.what ?? texts.draftOf.other,
    name: nameIn(value),
    to: known ? known.to(instance) : null,
  };
}

function nameIn(value: unknown): string {
  const read = v.safeParse(Written, value);
  if (!read.success) return '';
  const { first_name, last_name, contact, street } = read.output.values;
  return `${first_name} ${last_name}`.trim() || [contact?.name, street].filter(Boolean).join(', ');
}

/** `entry:<id>` corrects an entry, `contact:<key>` was opened from a contact, `new` from nowhere. */
function orderForm(path: string, instance: string): string {
  const [name = '', ...rest] = instance.split(':');
  return rest.length === 0 ? path : withQuery(path, name, rest.join(':'));
}

function withQuery(path: string, name: string, value: string): string {
  return `${path}?${new URLSearchParams({ [name]: value })}`;
}
