import * as v from 'valibot';
import type { Api } from '#api/api.ts';
import { type Problem, problem } from '#api/problem.ts';
import {
  type ContactTexts,
  contactTextNames,
  contactTextsOf,
  eachContactText,
} from '#contract/contact-fields.ts';
import {
  type Contact,
  deleteContact,
  getContact,
  listAllContacts,
  listContacts,
  saveContact,
} from '#contract/contacts.ts';
import { describeContact } from '#domain/describe-record.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import { fullPhone } from '#kit/phone.ts';
import { failure, type Result, success } from '#kit/result.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { describeKind, type Kind, readerOf, type Shown } from '#sync/kind.ts';
import { readPagesSince } from '#sync/read-pages-since.ts';
import { type Reconciled, reconcile, type Versions } from '#sync/reconcile.ts';

/** What a promoter writes of a person. Phones as ten digits. */
export const ContactValues = v.object({
  // What waits from before a text was added has none.
  ...eachContactText((_, { required }) => (required ? v.string() : v.optional(v.string(), ''))),
  phones: v.array(v.string()),
});
export type ContactValues = v.InferOutput<typeof ContactValues>;

const ContactUpdate = v.object({ ...ContactValues.entries, contact: v.string() });

/** `name` is kept so that the queue can say whom it deletes. */
const ContactDelete = v.object({ contact: v.string(), name: v.string() });

function toWire(values: ContactValues, hasTenDigits: boolean) {
  const contact_phones = values.phones.map(phone => ({
    full_phone: hasTenDigits ? phone : fullPhone(phone),
  }));
  return { ...contactTextsOf(values), contact_phones };
}

/** The same person: all texts and phones alike, however they are spelled. */
function isSamePerson(contact: Contact, values: ContactValues): boolean {
  const contentOf = (person: ContactTexts, phones: readonly string[]) =>
    [...contactTextNames.map(name => normaliseText(person[name])), ...[...phones].sort()].join('|');
  const phones = contact.contact_phones.map(phone => phone.full_phone);
  return contentOf(contact, phones) === contentOf(values, values.phones);
}

/** [S11] The contact as the server has it now; null where it has none of this one's. */
async function readContact(
  id: number | null,
  { owner }: Entry,
  api: Api,
): Promise<Result<Contact | null, Problem>> {
  const answer = await api.call(getContact, { id }, { as: owner });
  // A portal answers with whatever it likes.
  if (answer.ok && answer.value.value.id !== id) return failure(problem('foreign', { status: 200 }));
  if (answer.ok) return success(answer.value.value);
  // 403: whose it is the device cannot know, but not this one's.
  const isForeign = answer.problem.kind === 'refused' && answer.problem.status === 403;
  return isGone(answer.problem) || isForeign ? success(null) : answer;
}

/** The owner's contacts of the time in which an entry can have arrived, or as far as the one that is sought. */
function readListed(entry: Entry, api: Api, isSought?: (contact: Contact) => boolean) {
  const as = entry.owner;
  const readPage = (page: number) => api.call(listContacts, { page }, { as });
  return readPagesSince(entry, readPage, contact => contact.created_at, isSought);
}

/** An update: `before` is what was seen when it was edited. Without that nothing but the very same counts. */
function shownAs(contact: Contact | null, values: ContactValues, before: unknown): Shown {
  if (!contact) return 'none';
  if (isSamePerson(contact, values)) return 'same';
  const seen = v.safeParse(ContactValues, before);
  return seen.success && !isSamePerson(contact, seen.output) ? 'other' : 'before';
}

/**
 * A 422 at a phone that says «10». Any other may mean that somebody has the number already, and another form of it would only
 * deceive the backend. The number in a field's name does not count.
 */
function asksForTenDigits({ kind, status, fields }: Problem): boolean {
  const messages = Object.entries(fields).flatMap(([name, said]) =>
    /^contact_phones\.\d+\.full_phone$/.test(name) ? said : [],
  );
  return kind === 'refused' && status === 422 && messages.some(said => /(^|[^.\d])10(?!\d)/.test(said));
}

/** What names the contact stays that of mine. */
function reconcileContact<Payload extends ContactValues>({
  from,
  mine,
  theirs,
}: Versions<unknown> & { mine: Payload }): Reconciled<Payload> {
  const [was, other] = [from, theirs].map(version => v.safeParse(ContactValues, version));
  if (!was?.success || !other?.success) return { value: mine, conflicts: {} };
  return reconcile({ from: { ...mine, ...was.output }, mine, theirs: { ...mine, ...other.output } });
}

function isGone({ kind, status }: Problem): boolean {
  return kind === 'refused' && (status === 404 || status === 410);
}

const create: Kind<ContactValues> = {
  name: 'contact.create',
  v: 1,
  noun: 'contact',
  effect: 'creates',
  read: readerOf(ContactValues),
  thing: (_, id) => id,
  needs: () => [],
  mergeUpdate: (_, update) => readerOf(ContactValues)(update),
  reconcile: reconcileContact,
  outgoing: (values, _resolve, hasTenDigits) => ({
    endpoint: saveContact,
    input: toWire(values, hasTenDigits),
  }),
  asksForTenDigits,
  outcome: reply => ({ serverId: (reply as Contact).id, code: '' }), // saveContact's own reply
  asUpdate: (values, contact) => ({ kind: update.name, payload: { ...values, contact } }),
  async readBack({ payload, entry, match }, api) {
    // The list first: one page of it shows many that were sent together.
    const listed = await readListed(entry, api, ({ id }) => id === match.serverId);
    if (!listed.ok) return listed;
    const row = listed.value.find(({ id }) => id === match.serverId);
    if (row && isSamePerson(row, payload)) return success('same');
    const read = await readContact(match.serverId, entry, api);
    if (!read.ok) return read;
    if (!read.value) return success(row ? 'other' : 'none');
    return success(isSamePerson(read.value, payload) ? 'same' : 'other');
  },
  async lookUp(values, entry, _resolve, api) {
    const seen = await readListed(entry, api);
    if (!seen.ok) return seen;
    const same = seen.value.filter(contact => isSamePerson(contact, values));
    return success(
      same.map(contact => ({ serverId: contact.id, code: '', words: describeContact(contact) })),
    );
  },
};

const update: Kind<v.InferOutput<typeof ContactUpdate>> = {
  name: 'contact.update',
  v: 1,
  noun: 'contact',
  effect: 'updates',
  read: readerOf(ContactUpdate),
  thing: ({ contact }) => contact,
  needs: ({ contact }) => [contact],
  mergeUpdate: (_, later) => readerOf(ContactUpdate)(later),
  reconcile: reconcileContact,
  outgoing: (values, resolve, hasTenDigits) => ({
    endpoint: saveContact,
    input: { id: resolve(values.contact), ...toWire(values, hasTenDigits) },
  }),
  asksForTenDigits,
  outcome: reply => ({ serverId: (reply as Contact).id, code: '' }), // saveContact's own reply
  async readBack({ payload, entry, resolve }, api) {
    const read = await readContact(resolve(payload.contact), entry, api);
    return read.ok ? success(shownAs(read.value, payload, entry.base)) : read;
  },
};

const remove: Kind<v.InferOutput<typeof ContactDelete>> = {
  name: 'contact.delete',
  v: 1,
  noun: 'contact',
  effect: 'deletes',
  read: readerOf(ContactDelete),
  thing: ({ contact }) => contact,
  needs: ({ contact }) => [contact],
  outgoing: ({ contact }, resolve) => ({ endpoint: deleteContact, input: { id: resolve(contact) } }),
  outcome: () => ({ serverId: null, code: '' }),
  async readBack({ payload, entry, resolve }, api) {
    const [id, as] = [resolve(payload.contact), entry.owner];
    const answer = await api.call(getContact, { id }, { as });
    if (answer.ok) return success('before');
    if (isGone(answer.problem)) return success('same');
    // Some backends say nothing readable of what is not there.
    const all = await api.call(listAllContacts, {}, { as });
    if (!all.ok) return all;
    return success(all.value.value.list.some(contact => contact.id === id) ? 'before' : 'same');
  },
};

export const contactKinds = {
  [create.name]: describeKind(create),
  [update.name]: describeKind(update),
  [remove.name]: describeKind(remove),
};
