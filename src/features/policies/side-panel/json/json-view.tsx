import type { ChangeEvent, ClipboardEvent, FormEvent } from 'react';
import { useMemo, useState } from 'react';
import type { Policy } from '#domain/policy/policy.ts';
import { BYTES_MAX } from '#domain/policy/policy.ts';
import { faultWords } from '#domain/policy/reading/fault-words.ts';
import { parsePolicyText } from '#domain/policy/reading/parse-policy-text.ts';
import { success } from '#kit/result.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { download, type Download as SavedFile } from '#ui/download.ts';
import { TextArea } from '#ui/form/text-field.tsx';
import { Copy, Download, Upload } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import { copyText } from '#ui/share-text.ts';
import { useEditing, useSettledPolicy } from '../../editing.ts';

import styles from './json.module.css';
import { texts } from './texts.ts';

/** The policy as it is sent, and the way in for another one. */
export function JsonView() {
  const { policy } = useEditing();
  const shown = useSettledPolicy();
  const text = useMemo(() => textOf(shown), [shown]);
  const [announcement, setAnnouncement] = useState('');
  const copy = async () =>
    setAnnouncement((await copyText(textOf(policy))) === 'copied' ? texts.copied : texts.notCopied);
  return (
    <div className={styles.view}>
      <section className={styles.part} aria-label={texts.now}>
        <h3>{texts.now}</h3>
        <p className={styles.hint}>{texts.hint}</p>
        <div className={styles.buttons}>
          <Button icon={<Copy size={20} />} onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button icon={<Download size={20} />} onClick={() => download(fileOf(policy))}>
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

function textOf(policy: Policy): string {
  return JSON.stringify(policy, null, 2);
}

function fileOf(policy: Policy): SavedFile {
  return { text: textOf(policy), name: `policy-${policy.id}.json`, type: 'application/json' };
}

/** Takes a policy from a file or a text. */
function ImportForm() {
  const { text, seen, type, check, take, refuse, replace, addNew } = useImport();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    check();
  };
  const handleFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) await take(file);
    target.value = ''; // the same file may be chosen again once it is mended
  };
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // A field with megabytes of text would hold up the page.
    if (event.clipboardData.getData('text').length <= IMPORT_MAX) return;
    event.preventDefault();
    refuse(texts.tooLargeText);
  };
  return (
    <form onSubmit={handleSubmit} className={styles.part} aria-label={texts.imported} noValidate>
      <h3>{texts.imported}</h3>
      <p className={styles.hint}>{texts.importHint}</p>
      <label className={classNames(buttonClass('secondary'), styles.file)}>
        <Upload size={20} />
        {texts.chooseFile}
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
      <Outcome seen={seen} onReplace={replace} onAdd={addNew} />
    </form>
  );
}

type OutcomeProps = {
  seen: Seen | null;
  onReplace: (policy: Policy) => void;
  onAdd: ((policy: Policy) => void) | undefined;
};

function Outcome({ seen, onReplace, onAdd }: OutcomeProps) {
  return (
    <>
      <ProblemLine>
        {seen && 'faults' in seen && (
          <>
            <p>{seen.summary}</p>
            <ul>
              {seen.faults.map(fault => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </>
        )}
      </ProblemLine>
      <div role="status" className={styles.part}>
        {seen && 'done' in seen && <p>{seen.done}</p>}
        {seen && 'policy' in seen && (
          <>
            <p>{texts.good(seen.policy.name, seen.policy.rules.length)}</p>
            <div className={styles.buttons}>
              <Button kind="primary" onClick={() => onReplace(seen.policy)}>
                {texts.replace}
              </Button>
              {onAdd && <Button onClick={() => onAdd(seen.policy)}>{texts.addNew}</Button>}
            </div>
          </>
        )}
      </div>
    </>
  );
}

/** Indented, a policy is several times as large as it is stored. What is larger is not even read. */
const IMPORT_MAX = 4 * BYTES_MAX;

/** What came of the last look at a text. */
type Seen = { policy: Policy } | { faults: readonly string[]; summary: string } | { done: string };

type Import = {
  text: string;
  seen: Seen | null;
  type(text: string): void;
  /** Looks at what was typed. */
  check(): void;
  take(file: File): Promise<void>;
  refuse(summary: string): void;
  replace(imported: Policy): void;
  /** Absent where no policy can be added. */
  addNew: ((imported: Policy) => void) | undefined;
};

/** A policy on its way in; the one that is edited stays as it is until the user says what is to be done. */
function useImport(): Import {
  const { catalogue, policy, edit, add } = useEditing();
  const [text, setText] = useState('');
  const [seen, setSeen] = useState<Seen | null>(null);
  const refuse = (summary: string) => setSeen({ faults: [], summary });
  const look = (next: string) => {
    const read = parsePolicyText(next, catalogue);
    if (read.ok) return setSeen({ policy: read.value });
    const faults = read.problem.map(faultWords);
    setSeen({ faults, summary: texts.faults(faults.length) });
  };
  const type = (next: string) => {
    setText(next);
    setSeen(null);
  };
  const take = async (file: File) => {
    if (file.size > IMPORT_MAX) return refuse(texts.tooLargeFile(file.name));
    const read = await file.text().catch(() => null);
    if (read === null) return refuse(texts.unreadable(file.name));
    type(read);
    look(read);
  };
  const finish = (done: string) => {
    setText('');
    setSeen({ done });
  };
  const replace = (imported: Policy) => {
    edit(() => success({ ...imported, id: policy.id }));
    finish(texts.replaced);
  };
  const addNew = (imported: Policy) => {
    add?.(imported);
    finish(texts.added);
  };
  const check = () => (text.trim() === '' ? refuse(texts.nothing) : look(text));
  return { text, seen, type, check, take, refuse, replace, addNew: add && addNew };
}
