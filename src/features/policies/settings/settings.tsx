import { memo, useId } from 'react';
import { RULE_COMBINES, type RuleCombine } from '#contract/policies.ts';
import { renamePolicy, setCombine } from '#domain/policy/edits/policy-settings.ts';
import { classNames } from '#ui/class-names.ts';
import { FieldGroup } from '#ui/form/field-group.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Panel } from '#ui/panel.tsx';
import { type Editing, useEditing } from '../editing.ts';
import { texts } from '../texts.ts';
import { useTyped } from '../use-typed.ts';
import styles from './settings.module.css';

/** As the specification's settings: the name, and how the rules combine. */
export function Settings() {
  const { policy, edit } = useEditing();
  return <SettingsOf name={policy.name} combine={policy.ruleCombine} edit={edit} />;
}

type SettingsProps = { name: string; combine: RuleCombine } & Pick<Editing, 'edit'>;

/** Apart from the rest of the policy: an edit in a tree draws nothing here. */
const SettingsOf = memo(function SettingsOf({ name: given, combine, edit }: SettingsProps) {
  const titleId = useId();
  const name = useTyped(given, text => edit(held => renamePolicy(held, text), 'policy.name'));
  return (
    <Panel aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.settings}</h3>
      <TextField
        label={texts.name}
        {...name}
        autoComplete="off"
        data-policy-name
        error={name.value.trim() === '' ? texts.nameMissing : undefined}
      />
      <CombineChoice chosen={combine} edit={edit} />
    </Panel>
  );
});

function CombineChoice({ chosen, edit }: { chosen: RuleCombine } & Pick<Editing, 'edit'>) {
  const name = useId();
  return (
    <FieldGroup label={texts.combine}>
      <div className={styles.choices}>
        {RULE_COMBINES.map(combine => {
          const { label, line, example } = texts.combines[combine];
          const isChosen = chosen === combine;
          const lineId = `${name}-${combine}`;
          return (
            <label key={combine} className={classNames(styles.choice, isChosen && styles.chosen)}>
              <input
                type="radio"
                name={name}
                value={combine}
                checked={isChosen}
                aria-label={label}
                aria-describedby={lineId}
                onChange={() => edit(held => setCombine(held, combine))}
              />
              <span className={styles.words}>
                <span className={styles.label}>{label}</span>
                <span id={lineId} className={styles.remarks}>
                  <span>{line}</span> <span className={styles.example}>{example}</span>
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
}
