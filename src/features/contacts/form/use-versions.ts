import { useState } from 'react';
import { type ContactField, changedElsewhere } from '../offline/compare-versions.ts';
import { type ContactView, valuesOf } from '../offline/contact-book.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import type { ContactDraft } from './contact-form-values.ts';

/** The server's version of a contact beside the one in its form. */
export type Versions = {
  /** null while this device's own changes stand between. */
  server: ContactValues | null;
  /** Nothing of this device waits: a form that nobody has touched may simply follow the server. */
  mayFollow: boolean;
  hasSettled: boolean;
  /** The fields in which a form with these values and the server disagree, beyond what was seen or settled. */
  differing(mine: ContactValues): ContactField[];
  /** The user has decided between both versions of a field. */
  settle(field: ContactField): void;
};

/** Keeps the two versions of a contact apart while it is edited. Returns what its form starts from as well. */
export function useVersions(contact: ContactView, start: ContactDraft) {
  const { change, entryId } = contact;
  const [known, setKnown] = useState<Partial<ContactValues>[]>([]);
  const [settled, setSettled] = useState<Partial<ContactValues>>({});
  const server = change?.server ?? (entryId === null ? valuesOf(contact) : null);
  const seen = [start.base ?? {}, change?.base ?? {}, entryId === null ? {} : valuesOf(contact), ...known];
  const hasSettled = Object.keys(settled).length > 0;
  const versions: Versions = {
    server,
    mayFollow: entryId === null,
    hasSettled,
    differing: mine => (server === null ? [] : changedElsewhere([...seen, settled], mine, server)),
    settle(field) {
      if (server) setSettled(before => ({ ...before, [field]: server[field] }));
    },
  };
  const base = start.base && { ...(change?.base ?? start.base), ...settled };
  return {
    versions,
    start: { ...start, base },
    /** What was saved is news to nobody here, and what was settled has gone with it. */
    handleSaved(values: ContactValues) {
      setKnown(before => [...before, settled, values]);
      setSettled({});
    },
  };
}
