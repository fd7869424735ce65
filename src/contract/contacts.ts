import * as v from 'valibot';
import { fullPhone, phoneDigits } from '#kit/phone.ts';
import { type CONTACT_TEXTS, type ContactTextName, eachContactText } from './contact-fields.ts';
import { endpoint } from './endpoint.ts';
import {
  DateTime,
  hint,
  Id,
  IdSegment,
  lenient,
  list,
  optionalText,
  PageNumber,
  Phone,
  page,
  requiredText,
  Text,
  Word,
} from './wire.ts';

/** Phones of a contact that our server takes at most; the form has no such rule. */
export const PHONES_MAX = 20;

/** One phone of a contact. */
export const ContactPhone = v.pipe(v.object({ full_phone: Phone }), hint({ prepare: readBarePhone }));

function readBarePhone(raw: unknown): unknown {
  return typeof raw === 'string' || typeof raw === 'number' ? { full_phone: raw } : raw;
}

/** A person in the promoter's book. `created_at` is '' in the thin rows of some backends' fullList. */
export const Contact = v.pipe(
  v.object({
    id: Id,
    ...eachContactText(() => Text),
    created_at: DateTime,
    contact_phones: v.array(ContactPhone),
  }),
  hint({ prepare: readName }),
);
export type Contact = v.InferOutput<typeof Contact>;

/** A row of the whole list. A text that is missing says nothing of the contact; one that is empty or null says ''. */
const ListedContact = v.pipe(
  v.object({
    ...Contact.entries,
    ...eachContactText(() => v.pipe(v.optional(Text), hint({ prepare: raw => (raw === null ? '' : raw) }))),
  }),
  hint({ prepare: readName }),
);
export type ListedContact = v.InferOutput<typeof ListedContact>;

/** A thin row may carry only `name`. */
function readName(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const row = raw as { name?: unknown; first_name?: unknown };
  return row.first_name === undefined && row.name !== undefined ? { ...row, first_name: row.name } : raw;
}

/** A phone as a client may send it: 10 or 11 digits or masked; stored as `7` and ten digits. */
const SentPhone = v.pipe(
  v.string(),
  v.check(text => phoneDigits(text) !== null),
  v.transform(text => fullPhone(phoneDigits(text) ?? text)),
);

type SentTexts = {
  [Name in ContactTextName]: (typeof CONTACT_TEXTS)[Name] extends { required: true }
    ? ReturnType<typeof requiredText>
    : ReturnType<typeof optionalText>;
};

const sentTexts = eachContactText((_, { required, max }) =>
  required ? requiredText(max) : optionalText(max),
) as SentTexts; // required as the table says

export const saveContact = endpoint({
  title: 'сохранение контакта',
  method: 'POST',
  path: '/api/promo/contacts/save',
  guard: 'session',
  scope: 'promo',
  takesIdempotencyKey: true,
  succeedsBy: ['id'],
  input: v.object({
    id: v.optional(v.nullable(Id)),
    ...sentTexts,
    contact_phones: v.pipe(
      v.array(v.object({ full_phone: SentPhone })),
      v.minLength(1),
      v.maxLength(PHONES_MAX),
    ),
  }),
  reply: Contact,
});

export const getContact = endpoint({
  title: 'контакт',
  method: 'GET',
  path: '/api/promo/contacts/edit/:id',
  guard: 'session',
  scope: 'promo',
  input: v.object({ id: IdSegment }),
  reply: Contact,
});

export const listContacts = endpoint({
  title: 'контакты',
  method: 'GET',
  path: '/api/promo/contacts/list',
  query: ['page'],
  guard: 'session',
  scope: 'promo',
  input: v.object({ page: PageNumber }),
  reply: page(Contact, {}),
});

/** Every contact at once, for the offline book. Our server sends whole contacts; others may send thin rows. */
export const listAllContacts = endpoint({
  title: 'все контакты',
  method: 'GET',
  path: '/api/promo/contacts/fullList',
  guard: 'session',
  scope: 'promo',
  revalidates: true,
  input: v.object({}),
  reply: list(ListedContact),
});

/** Called once per page advance, as the specification says; nobody reads the answer. */
export const listContactStates = endpoint({
  title: 'состояния контактов',
  method: 'GET',
  path: '/api/promo/contacts/getStates',
  guard: 'session',
  scope: 'promo',
  input: v.object({}),
  reply: lenient(list(v.object({ id: Id, name: Text }))),
});

export const deleteContact = endpoint({
  title: 'удаление контакта',
  method: 'POST',
  path: '/api/promo/contacts/delete',
  guard: 'session',
  scope: 'promo',
  takesIdempotencyKey: true,
  isRepeatable: true,
  succeedsBy: ['status', 'success', 'word'],
  input: v.object({ id: Id }),
  reply: v.object({ status: Word }),
});
