import { recordOf } from '#kit/record-of.ts';

/** How one text of a contact is typed, shown and handed on. */
type ContactTextField = {
  /** In the form, in comparisons and in the outbox. */
  readonly label: string;
  /** Code points that our server takes at most; the form has no such rule. */
  readonly max: number;
  readonly required?: boolean;
  /** Part of the name: a thin row of the book may tell it as one. */
  readonly inName?: boolean;
  /** Typed in several lines. */
  readonly long?: boolean;
  /** The property of a vCard; those of the name are `given` and `family`. */
  readonly vcard: 'given' | 'family' | 'NOTE' | 'EMAIL' | 'TITLE';
};

/**
 * The texts of a contact beside its phones, in the order of the form. The one description: contract, outbox, book, search,
 * form, comparison, vCard and server take their fields from here (README, "Add a field").
 */
export const CONTACT_TEXTS = {
  first_name: { label: 'Имя', max: 255, required: true, inName: true, vcard: 'given' },
  last_name: { label: 'Фамилия', max: 255, inName: true, vcard: 'family' },
  comment: { label: 'Комментарий', max: 2000, long: true, vcard: 'NOTE' },
} as const satisfies Record<string, ContactTextField>;

export type ContactTextName = keyof typeof CONTACT_TEXTS;

/** The texts of a contact, '' where there is none. */
export type ContactTexts = Record<ContactTextName, string>;

export const contactTextNames = Object.keys(CONTACT_TEXTS) as ContactTextName[]; // its own keys

/** The same rows, as what all of them are. */
export const contactTextFields: Readonly<Record<ContactTextName, ContactTextField>> = CONTACT_TEXTS;

/** Something for each text, by its name. */
export function eachContactText<Value>(
  make: (name: ContactTextName, field: ContactTextField) => Value,
): Record<ContactTextName, Value> {
  return recordOf(contactTextNames, name => make(name, CONTACT_TEXTS[name]));
}

/** A contact that says nothing. */
export const noContactTexts: Readonly<ContactTexts> = eachContactText(() => '');

/** The texts of something that has them, and nothing else of it. */
export function contactTextsOf(contact: ContactTexts): ContactTexts {
  return eachContactText(name => contact[name]);
}

/** «Иван Петров»; '' for nobody. */
export function fullName(contact: ContactTexts): string {
  return nameParts(contact).join(' ').trim();
}

/** The parts of the name, '' where one is missing. */
export function nameParts(contact: ContactTexts): string[] {
  return contactTextNames.filter(name => contactTextFields[name].inName).map(name => contact[name]);
}

/** All texts as one, in their order. */
export function joinContactTexts(contact: ContactTexts): string {
  return contactTextNames.map(name => contact[name]).join(' ');
}
