const KINDS = ['contact.create', 'contact.update', 'contact.delete', 'order.create'] as const;

export type EntryKind = (typeof KINDS)[number];

/** Whether this build has words for the kind. */
export function isKnown(kind: string): kind is EntryKind {
  return (KINDS as readonly string[]).includes(kind); // wider, because any text may be asked about
}
