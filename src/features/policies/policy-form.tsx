import '#ui/styles/controls.css';
import { memo, useId } from 'react';
import { RULE_COMBINES, type RuleCombine } from '#contract/policies.ts';
import { renamePolicy, setCombine } from '#domain/policy/edits/policy-settings.ts';
import { classNames } from '#ui/class-names.ts';
import { FieldGroup } from '#ui/form/field-group.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Panel } from '#ui/panel.tsx';
import { type Editing, useEditing, useTyped } from './editing.ts';
import styles from './policy-form.module.css';
import { Rules } from './rules.tsx';
import { texts } from './texts.ts';
import { ConditionTree } from './tree/condition-tree.tsx';

/** Everything of one policy that can be edited. */
export const PolicyForm = memo(function PolicyForm() {
  const { policy, edit } = useEditing();
  const targetId = useId();
  return (
    <div className={styles.form}>
      <Settings name={policy.name} combine={policy.ruleCombine} edit={edit} />
      <Panel aria-labelledby={targetId}>
        <h3 id={targetId}>{texts.target}</h3>
        <p className={styles.why}>{texts.targetWhy}</p>
        <ConditionTree tree="target" label={texts.target} />
      </Panel>
      <Rules />
    </div>
  );
});

type SettingsProps = { name: string; combine: RuleCombine } & Pick<Editing, 'edit'>;

/** As the specification's settings: the name, and how the rules combine. An edit in a tree draws nothing here. */
const Settings = memo(function Settings({ name: given, combine, edit }: SettingsProps) {
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
                  <span>{`${line} `}</span>
                  <span className={styles.example}>{example}</span>
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
}
