import { fullName } from '#contract/contact-fields.ts';
import type { Contact } from '#contract/contacts.ts';
import type { Request } from '#contract/requests.ts';
import { formatDate } from '#kit/date.ts';
import { formatPhone } from '#kit/phone.ts';

/** A contact of the server in one line, as the user recognises it among others that are alike. */
export function describeContact(contact: Contact): string {
  const phones = contact.contact_phones.map(phone => formatPhone(phone.full_phone));
  return [fullName(contact), ...phones, formatDate(contact.created_at, true)].filter(Boolean).join(', ');
}

/** A request of the server in one line, as the user recognises it. */
export function describeRequest({ client_fio, phones, work_name, created_at, date_add }: Request): string {
  const numbers = phones.map(phone => formatPhone(phone.full_phone));
  const date = formatDate(created_at || date_add, true);
  return [client_fio, ...numbers, work_name, date].filter(Boolean).join(', ');
}
