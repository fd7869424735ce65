import type { RefObject } from 'react';
import { useWatch } from 'react-hook-form';
import { eachContactText } from '#contract/contact-fields.ts';
import { formatPhone } from '#kit/phone.ts';
import { Button } from '#ui/button.tsx';
import { ConflictPanel, FieldVersions } from '#ui/conflict-panel.tsx';
import type { ContactField } from '../offline/compare-versions.ts';
import { texts } from '../texts.ts';
import { fromForm, toForm } from './contact-form-values.ts';
import type { ContactFormApi } from './use-contact-form.ts';
import type { Versions } from './use-versions.ts';

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
    if (server)
      form.setValue(field, toForm(server)[field], {
        shouldDirty: true,
        shouldValidate: true,
        shouldTouch: true,
      });
    handleChoice(field);
  };
  const sideOf = (field: ContactField) => [
    {
      of: texts.mine,
      text: textOf(mine[field]),
      choice: (
        <Button aria-label={texts.keepMineOf(LABELS[field])} onClick={() => handleChoice(field)}>
          {texts.keepMine}
        </Button>
      ),
    },
    {
      of: texts.theirs,
      text: textOf(server?.[field] ?? ''),
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

function textOf(value: string | readonly string[]): string {
  return (typeof value === 'string' ? value : value.map(formatPhone).join('\n')) || texts.nothing;
}
