import { type RefObject, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { eachContactText } from '#contract/contact-fields.ts';
import { Button } from '#ui/button.tsx';
import { ConflictPanel, FieldVersions } from '#ui/conflict-panel.tsx';
import { type ContactField, changedElsewhere } from '../offline/compare-versions.ts';
import { type ContactView, valuesOf } from '../offline/contact-book.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { texts } from '../texts.ts';
import {
  AS_TYPED,
  type ContactDraft,
  type ContactFormApi,
  fieldText,
  fromForm,
  toForm,
} from './contact-form.ts';

const LABELS: Record<ContactField, string> = {
  ...eachContactText((_, { label }) => label),
  phones: texts.phones,
};

type VersionPanelProps = {
  form: ContactFormApi;
  versions: Versions;
  /** Takes the focus when a save has to wait for the choice, and after each choice. */
  box: RefObject<HTMLElement | null>;
};

/** [S15] Both versions side by side, field by field, for what was changed here and on the server. */
export function VersionPanel({ form, versions, box }: VersionPanelProps) {
  useWatch({ control: form.control });
  const mine = fromForm(form.getValues());
  const { server, hasSettled, settle } = versions;
  const fields = versions.differing(mine);
  const isOpen = server !== null && fields.length > 0;
  const handleChoice = (field: ContactField) => {
    settle(field);
    box.current?.focus();
  };
  const handleTake = (field: ContactField) => {
    if (server) form.setValue(field, toForm(server)[field], AS_TYPED);
    handleChoice(field);
  };
  const sideOf = (field: ContactField) => [
    {
      of: texts.mine,
      text: fieldText(mine[field]),
      choice: (
        <Button aria-label={texts.keepMineOf(LABELS[field])} onClick={() => handleChoice(field)}>
          {texts.keepMine}
        </Button>
      ),
    },
    {
      of: texts.theirs,
      text: fieldText(server?.[field] ?? ''),
      choice: (
        <Button aria-label={texts.takeTheirsOf(LABELS[field])} onClick={() => handleTake(field)}>
          {texts.takeTheirs}
        </Button>
      ),
    },
  ];
  return (
    <ConflictPanel
      title={texts.bothChanged}
      why={texts.bothChangedWhy}
      standing={{ isOpen, settled: hasSettled && texts.settled, box }}
    >
      {fields.map(field => (
        <FieldVersions key={field} label={LABELS[field]} sides={sideOf(field)} />
      ))}
    </ConflictPanel>
  );
}

export type Versions = ReturnType<typeof useVersions>['versions'];

/** Keeps the two versions of a contact apart while it is edited. Returns what its form starts from as well. */
export function useVersions(contact: ContactView, start: ContactDraft) {
  const { change, entryId } = contact;
  const [known, setKnown] = useState<Partial<ContactValues>[]>([]);
  const [settled, setSettled] = useState<Partial<ContactValues>>({});
  // null while this device's own changes stand between, and while a part of it was never told.
  const shown = entryId === null && !contact.isThin ? valuesOf(contact) : null;
  const server = change?.server ?? shown;
  const seen = [start.base ?? {}, change?.base ?? {}, entryId === null ? {} : valuesOf(contact), ...known];
  const hasSettled = Object.keys(settled).length > 0;
  const versions = {
    server,
    /** Nothing of this device waits: a form that nobody has touched may simply follow the server. */
    mayFollow: entryId === null,
    hasSettled,
    /** The fields in which a form with these values and the server disagree, beyond what was seen or settled. */
    differing: (mine: ContactValues) =>
      server === null ? [] : changedElsewhere([...seen, settled], mine, server),
    /** The user has decided between both versions of a field. */
    settle(field: ContactField) {
      if (server) setSettled(before => ({ ...before, [field]: server[field] }));
    },
  };
  return {
    versions,
    // The server's version is no part of what the form began from while a change of this device stands between ([S32]).
    start: { ...start, base: start.base && { ...start.base, ...(entryId === null && settled) } },
    /** What the server has by now, as far as the user has seen it. */
    settledBase: start.base && { ...(change?.base ?? start.base), ...settled },
    /** What was saved is news to nobody here, and what was settled has gone with it. */
    handleSaved(values: ContactValues) {
      setKnown(before => [...before, settled, values]);
      setSettled({});
    },
  };
}
