import type { ReactNode, RefObject } from 'react';
import { useWatch } from 'react-hook-form';
import { eachContactText } from '#contract/contact-fields.ts';
import { formatPhone } from '#kit/phone.ts';
import { Button } from '#ui/button.tsx';
import { TriangleAlert } from '#ui/icons.ts';
import type { ContactField } from '../offline/compare-versions.ts';
import type { ContactValues } from '../offline/contact-kinds.ts';
import { texts } from '../texts.ts';
import { fromForm, toForm } from './contact-form-values.ts';
import type { ContactFormApi } from './use-contact-form.ts';
import type { Versions } from './use-versions.ts';
import styles from './version-panel.module.css';

const LABELS: Record<ContactField, string> = {
  ...eachContactText((_, { label }) => label),
  phones: texts.phones,
};

export type VersionPanelProps = {
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
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={isOpen ? texts.bothChanged : undefined}
      className={isOpen ? styles.panel : styles.quiet}
    >
      {isOpen && (
        <h2 className={styles.title}>
          <TriangleAlert size={20} />
          {texts.bothChanged}
        </h2>
      )}
      <p role="status">{isOpen ? texts.bothChangedWhy : hasSettled && texts.settled}</p>
      {isOpen &&
        fields.map(field => (
          <fieldset key={field} className={styles.field}>
            <legend>{LABELS[field]}</legend>
            <Version of={texts.mine} values={mine} field={field}>
              <Button aria-label={texts.keepMineOf(LABELS[field])} onClick={() => handleChoice(field)}>
                {texts.keepMine}
              </Button>
            </Version>
            <Version of={texts.theirs} values={server} field={field}>
              <Button aria-label={texts.takeTheirsOf(LABELS[field])} onClick={() => handleTake(field)}>
                {texts.takeTheirs}
              </Button>
            </Version>
          </fieldset>
        ))}
    </section>
  );
}

type VersionProps = { of: string; values: ContactValues; field: ContactField; children: ReactNode };

function Version({ of, values, field, children }: VersionProps) {
  const value = values[field];
  const text = typeof value === 'string' ? value : value.map(formatPhone).join('\n');
  return (
    <div className={styles.version}>
      <p className={styles.of}>{of}</p>
      <p className={styles.value}>{text || texts.nothing}</p>
      {children}
    </div>
  );
}
