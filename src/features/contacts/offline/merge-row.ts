import { contactTextNames, eachContactText, fullName, noContactTexts } from '#contract/contact-fields.ts';
import type { Contact, ListedContact } from '#contract/contacts.ts';
import { normaliseText } from '#kit/normalise-text.ts';

/** Of which nothing is known yet. */
export const UNKNOWN: Contact = { ...noContactTexts, id: 0, created_at: '', contact_phones: [] };

/** Every contact is saved with them. */
function lacksDateOrPhones({ created_at, contact_phones }: ListedContact): boolean {
  return created_at === '' || contact_phones.length === 0;
}

/** Whether a row of the whole list leaves out a part of the contact. */
export function isThinAnswer(row: ListedContact): boolean {
  return lacksDateOrPhones(row) || contactTextNames.some(name => row[name] === undefined);
}

/** What a thin row says; where it has no date or no phones, its empty texts say nothing either. */
export function withoutBlanks(row: ListedContact): ListedContact {
  const isBlank = lacksDateOrPhones(row);
  return { ...row, ...eachContactText(name => (isBlank && row[name] === '' ? undefined : row[name])) };
}

/** What a row does say, over what is known: a name in one text stays in its parts while it is the same. */
export function mergeRow(known: Contact, received: ListedContact, isThin: boolean): Contact {
  const isSame = isThin && isSameName(known, received);
  // A first name alone may be the whole name: the known surname is not added to it.
  const isNamed = received.first_name !== undefined;
  return {
    ...eachContactText((name, { inName }) => {
      if (inName && isSame) return known[name];
      return received[name] ?? (inName && isNamed ? '' : known[name]);
    }),
    id: received.id,
    created_at: known.created_at || received.created_at,
    contact_phones: received.contact_phones.length > 0 ? received.contact_phones : known.contact_phones,
  };
}

/** Whether a name is that of a known contact: in either order, or one part of it where that is all. */
export function isSameName(known: Contact, received: ListedContact): boolean {
  const { first_name: first, last_name: last } = known;
  const isWhole = received.first_name !== undefined && received.last_name !== undefined;
  const spellings = [fullName(known), ...(isWhole ? [] : ['', `${last} ${first}`, first, last])];
  return spellings
    .map(normaliseText)
    .includes(normaliseText(`${received.first_name ?? ''} ${received.last_name ?? ''}`));
}
