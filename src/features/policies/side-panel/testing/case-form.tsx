import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { CASE_DECISIONS, type CaseDecision, type TestCase } from './cases.ts';
import styles from './testing.module.css';
import { texts } from './texts.ts';

type Named = Pick<TestCase, 'name' | 'expected'>;

export type CaseFormProps = {
  initial: Named;
  /** Tells whether it is kept: what is not stays to be tried again. */
  onSave: (named: Named) => Promise<boolean>;
  onClose: () => void;
};

const DECISIONS = CASE_DECISIONS.map(id => ({ id, name: texts.decisions[id] }));

/** Name and expected decision of a case. */
export function CaseForm({ initial, onSave, onClose }: CaseFormProps) {
  const [name, setName] = useState(initial.name);
  const [expected, setExpected] = useState<CaseDecision>(initial.expected);
  const [isRefused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setRefused(name.trim() === '');
    if (busy || name.trim() === '') return;
    setBusy(true);
    const isKept = await onSave({ name: name.trim(), expected });
    setBusy(false);
    if (isKept) onClose();
  };
  return (
    <form onSubmit={handleSubmit} className={styles.caseForm} noValidate>
      <TextField
        label={texts.caseName}
        error={isRefused && name.trim() === '' ? texts.caseNameMissing : undefined}
        maxLength={200}
        autoComplete="off"
        autoFocus
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label={texts.caseExpected}
        placeholder={null}
        options={DECISIONS}
        value={expected}
        onChange={({ target }) => setExpected(CASE_DECISIONS.find(each => each === target.value) ?? expected)}
      />
      <div className={styles.buttons}>
        <Button type="submit" kind="primary" busy={busy}>
          {texts.save}
        </Button>
        <Button onClick={onClose}>{texts.cancel}</Button>
      </div>
    </form>
  );
}
