import { formatPhone } from '#kit/phone.ts';

/** «Иван Петров»; a thin row without a name is called by its phone. */
export function contactName(contact: { first_name: string; last_name: string; phones: string[] }): string {
  const name = `${contact.first_name} ${contact.last_name}`.trim();
  return name || formatPhone(contact.phones[0] ?? '');
}
