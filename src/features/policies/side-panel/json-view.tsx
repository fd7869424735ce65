import { type ChangeEvent, type ClipboardEvent, type FormEvent, useMemo, useState } from 'react';
import type { Policy } from '#domain/policy/policy.ts';
import { faultWords } from '#domain/policy/reading/fault-words.ts';
import { POLICY_TEXT_MAX, parsePolicyText } from '#domain/policy/reading/read-policy.ts';
import { success } from '#kit/result.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { download } from '#ui/download.ts';
import { TextArea } from '#ui/form/text-field.tsx';
import { Copy, Download, Upload } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { copyText } from '#ui/share-text.ts';
import { useEditing, useSettledPolicy } from '../editing.ts';
import styles from './json-view.module.css';
import { texts } from './texts.ts';

/** The policy as it is sent, and the way in for another one. */
export function JsonView() {
  const { policy } = useEditing();
  const shown = useSettledPolicy();
  const text = useMemo(() => toJson(shown), [shown]);
  const [announcement, setAnnouncement] = useState('');
  const copy = async () =>
    setAnnouncement((await copyText(toJson(policy))) === 'copied' ? texts.copied : texts.notCopied);
  const save = () =>
    download({ text: toJson(policy), name: `policy-${policy.id}.json`, type: 'application/json' });
  return (
    <div className={styles.view}>
      <section className={styles.part} aria-label={texts.now}>
        <h3>{texts.now}</h3>
        <p className={styles.hint}>{texts.hint}</p>
        <div className={styles.buttons}>
          <Button icon={<Copy size={20} />} onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button icon={<Download size={20} />} onClick={save}>
            {texts.download}
          </Button>
        </div>
        <p role="status" className={styles.hint}>
          {announcement}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className={styles.text} tabIndex={0}>
          {text}
        </pre>
      </section>
      <ImportForm />
    </div>
  );
}

function toJson(policy: Policy): string {
  return JSON.stringify(policy, null, 2);
}

/** What came of the last check of a text, or what was done with it. */
type Outcome = { policy: Policy } | { faults: readonly string[]; summary: string } | { done: string };

/** Takes a policy from a file or a text; the edited one stays as it is until the user says what is to be done. */
function ImportForm() {
  const { catalogue, policy, edit, add } = useEditing();
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const refuse = (summary: string) => setOutcome({ faults: [], summary });
  const check = (next: string) => {
    const read = parsePolicyText(next, catalogue);
    if (read.ok) return setOutcome({ policy: read.value });
    const faults = read.problem.map(faultWords);
    setOutcome({ faults, summary: texts.faults(faults.length) });
  };
  const type = (next: string) => {
    setText(next);
    setOutcome(null);
  };
  const finish = (done: string) => {
    setText('');
    setOutcome({ done });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') refuse(texts.nothing);
    else check(text);
  };
  const readFile = async (file: File) => {
    if (file.size > POLICY_TEXT_MAX) return refuse(texts.tooLargeFile(file.name));
    const read = await file.text().catch(() => null);
    if (read === null) return refuse(texts.unreadable(file.name));
    type(read);
    check(read);
  };
  const handleFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) await readFile(file);
    target.value = ''; // the same file may be chosen again once it is mended
  };
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // A field with megabytes of text would hold up the page.
    if (event.clipboardData.getData('text').length <= POLICY_TEXT_MAX) return;
    event.preventDefault();
    refuse(texts.tooLargeText);
  };
  const replace = (imported: Policy) => {
    edit(() => success({ ...imported, id: policy.id }));
    finish(texts.replaced);
  };
  const addNew = (imported: Policy) => {
    add(imported);
    finish(texts.added);
  };
  return (
    <form onSubmit={handleSubmit} className={styles.part} aria-label={texts.imported} noValidate>
      <h3>{texts.imported}</h3>
      <p className={styles.hint}>{texts.importHint}</p>
      <label className={classNames(buttonClass('secondary'), styles.file)}>
        <Upload size={20} />
        <span>{texts.chooseFile}</span>
        <input type="file" accept=".json,application/json" onChange={event => void handleFile(event)} />
      </label>
      <div className={styles.pasted}>
        <TextArea
          label={texts.text}
          rows={6}
          spellCheck={false}
          value={text}
          onPaste={handlePaste}
          onChange={({ target }) => type(target.value)}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit">{texts.check}</Button>
        {text !== '' && (
          <Button kind="quiet" onClick={() => type('')}>
            {texts.clear}
          </Button>
        )}
      </div>
      <ImportOutcome outcome={outcome} onReplace={replace} onAdd={addNew} />
    </form>
  );
}

type ImportOutcomeProps = {
  outcome: Outcome | null;
  onReplace: (policy: Policy) => void;
  onAdd: (policy: Policy) => void;
};

function ImportOutcome({ outcome, onReplace, onAdd }: ImportOutcomeProps) {
  return (
    <>
      <ProblemLine>
        {outcome && 'faults' in outcome && (
          <>
            <p>{outcome.summary}</p>
            <ul>
              {outcome.faults.map(fault => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </>
        )}
      </ProblemLine>
      <div role="status" className={styles.part}>
        {outcome && 'done' in outcome && <p>{outcome.done}</p>}
        {outcome && 'policy' in outcome && (
          <>
            <p>{texts.good(outcome.policy.name, outcome.policy.rules.length)}</p>
            <div className={styles.buttons}>
              <Button onClick={() => onReplace(outcome.policy)}>{texts.replace}</Button>
              <Button onClick={() => onAdd(outcome.policy)}>{texts.addNew}</Button>
            </div>
          </>
        )}
      </div>
    </>
  );
}
