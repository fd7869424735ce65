import { useState } from 'react';
import type { Cell, ChosenRoles } from '#kit/address-book/columns.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Panel } from '#ui/panel.tsx';
import styles from './import.module.css';
import { COLUMN_ROLES, texts } from './texts.ts';

type UnknownColumnsProps = {
  /** Headings that are not known, each with a value below it. */
  columns: readonly Cell[];
  onChosen: (roles: ChosenRoles) => void;
};

/** Asks what stands in the columns of a table; those without an answer have no place in a contact. */
export function UnknownColumns({ columns, onChosen }: UnknownColumnsProps) {
  const [roles, setRoles] = useState<ChosenRoles>(new Map());
  return (
    <Panel>
      <h2>{texts.unknownColumns}</h2>
      <p className={styles.hint}>{texts.unknownHint}</p>
      {columns.map(({ heading, value }) => (
        <SelectField
          key={heading}
          label={heading || texts.noHeading}
          hint={texts.example(value)}
          options={COLUMN_ROLES}
          placeholder={texts.noPlace}
          value={roles.get(heading) ?? ''}
          onChange={event => {
            const chosen = COLUMN_ROLES.find(({ id }) => id === event.target.value)?.id ?? 'other';
            setRoles(new Map(roles).set(heading, chosen));
          }}
        />
      ))}
      <Button kind="primary" size="large" wide onClick={() => onChosen(roles)}>
        {texts.showPeople}
      </Button>
    </Panel>
  );
}
