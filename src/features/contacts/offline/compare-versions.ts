import { contactTextNames } from '#contract/contact-fields.ts';
import type { ContactValues } from './contact-kinds.ts';

export type ContactField = keyof ContactValues;

const FIELDS: readonly ContactField[] = [...contactTextNames, 'phones'];

/**
 * The fields in which the server tells something new: neither what `mine` says nor what any version said that was
 * known here (the values seen when editing began, what this device saved since, what the user settled).
 */
export function changedElsewhere(
  known: readonly Partial<ContactValues>[],
  mine: ContactValues,
  server: ContactValues,
): ContactField[] {
  return FIELDS.filter(field => ![mine, ...known].some(version => isSame(field, version, server)));
}

/** Numbers are a set: their order says nothing. Some backends tell a contact without them, and then tell nothing. */
function isSame(field: ContactField, version: Partial<ContactValues>, server: ContactValues): boolean {
  const ours = version[field];
  if (ours === undefined) return false;
  if (typeof ours === 'string') return plain(ours) === plain(String(server[field]));
  if (server.phones.length === 0) return true;
  return sorted(ours) === sorted(server.phones);
}

/** Servers trim, and a form's line ends come back in either spelling. */
function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

function sorted(phones: readonly string[]): string {
  return [...new Set(phones)].sort().join();
}
