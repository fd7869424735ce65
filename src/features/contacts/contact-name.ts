import { type ContactTexts, fullName } from '#contract/contact-fields.ts';
import { formatPhone } from '#kit/phone.ts';

/** «Иван Петров»; a thin row without a name is called by its phone. */
export function contactName(contact: ContactTexts & { phones: string[] }): string {
  return fullName(contact) || formatPhone(contact.phones[0] ?? '');
}
