import { type FormEvent, useState } from 'react';
import type { Facts } from '#domain/policy/facts.ts';
import { newId } from '#kit/ids.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Clock } from '#ui/icons.ts';
import { Check, X } from '#ui/icons-of-screens.ts';
import { Menu } from '#ui/menu.tsx';
import {
  CASE_DECISIONS,
  type CaseDecision,
  type CaseRuns,
  type Cases,
  countWrong,
  type TestCase,
} from './cases.ts';
import styles from './testing.module.css';
import { texts } from './texts.ts';

type CaseListProps = {
  cases: Cases;
  runs: CaseRuns;
  /** What is entered now, and what the policy says of it. */
  facts: Facts;
  decision: CaseDecision;
  onLoad: (facts: Facts) => void;
};

/** The saved cases with what each came to, and the way to save another one. */
export function CaseList({ cases, runs, facts, decision, onLoad }: CaseListProps) {
  const [isAdding, setAdding] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const { list, put } = cases;
  const handleLoad = (testCase: TestCase) => {
    onLoad(testCase.facts);
    setAnnouncement(texts.loaded(testCase.name));
  };
  const handleOverwrite = async (testCase: TestCase) => {
    if (await put({ ...testCase, facts })) setAnnouncement(texts.overwritten(testCase.name));
  };
  return (
    <section className={styles.part} aria-label={texts.cases}>
      <h3>{texts.cases}</h3>
      <p className={styles.hint}>{texts.casesHint}</p>
      {list.length === 0 ? (
        <p>{texts.noCases}</p>
      ) : (
        <p>{texts.summary(list.length, countWrong(list, runs))}</p>
      )}
      <ul className={styles.cases}>
        {list.map(testCase => (
          <CaseRow
            key={testCase.id}
            testCase={testCase}
            cases={cases}
            decision={runs.get(testCase.id)}
            onLoad={() => handleLoad(testCase)}
            onOverwrite={() => void handleOverwrite(testCase)}
          />
        ))}
      </ul>
      <p role="status" className={styles.hint}>
        {announcement}
      </p>
      {isAdding ? (
        <CaseForm
          initial={{ name: '', expected: decision }}
          onSave={named => put({ id: newId(), ...named, facts })}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button onClick={() => setAdding(true)}>{texts.saveCase}</Button>
      )}
    </section>
  );
}

type CaseRowProps = {
  testCase: TestCase;
  cases: Cases;
  /** What the policy says of it now; undefined before its first run. */
  decision: CaseDecision | undefined;
  onLoad: () => void;
  onOverwrite: () => void;
};

function CaseRow({ testCase, cases, decision, onLoad, onOverwrite }: CaseRowProps) {
  const [isNaming, setNaming] = useState(false);
  const { name, expected } = testCase;
  if (isNaming) {
    return (
      <li>
        <CaseForm
          initial={testCase}
          onSave={named => cases.put({ ...testCase, ...named })}
          onClose={() => setNaming(false)}
        />
      </li>
    );
  }
  return (
    <li className={styles.case}>
      <div className={styles.caseWords}>
        <span className={styles.caseName}>{name}</span>
        <CaseResult expected={expected} decision={decision} />
      </div>
      <Menu
        label={texts.actions(name)}
        items={[
          { label: texts.load, onSelect: onLoad },
          { label: texts.overwrite, onSelect: onOverwrite },
          { label: texts.rename, onSelect: () => setNaming(true) },
          { label: texts.remove, danger: true, onSelect: () => void cases.remove(testCase) },
        ]}
      />
    </li>
  );
}

function CaseResult({ expected, decision }: Pick<CaseRowProps, 'decision'> & Pick<TestCase, 'expected'>) {
  const wanted = texts.decisions[expected];
  if (decision === undefined) {
    return (
      <span className={styles.result}>
        <Clock size={16} />
        <span>{`${wanted}: ${texts.notRun}`}</span>
      </span>
    );
  }
  const isRight = decision === expected;
  return (
    <span className={classNames(styles.result, isRight ? styles.right : styles.wrong)}>
      {isRight ? <Check size={16} /> : <X size={16} />}
      <span>{`${wanted}: ${isRight ? texts.asExpected : texts.gotInstead(texts.decisions[decision])}`}</span>
    </span>
  );
}

type Named = Pick<TestCase, 'name' | 'expected'>;

type CaseFormProps = {
  initial: Named;
  /** Tells whether it is kept: what is not stays to be tried again. */
  onSave: (named: Named) => Promise<boolean>;
  onClose: () => void;
};

const DECISIONS = CASE_DECISIONS.map(id => ({ id, name: texts.decisions[id] }));

function CaseForm({ initial, onSave, onClose }: CaseFormProps) {
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
