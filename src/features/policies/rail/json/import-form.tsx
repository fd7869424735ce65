import { type ChangeEvent, type ClipboardEvent, type FormEvent, useState } from 'react';
import { BYTES_MAX, type Policy } from '#domain/policy/policy.ts';
import { faultWords } from '#domain/policy/reading/fault-words.ts';
import { parsePolicyText } from '#domain/policy/reading/parse-policy-text.ts';
import { success } from '#kit/result.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Upload } from '#ui/icons-of-screens.ts';
import { join } from '#ui/join.ts';
import { TroubleLine } from '#ui/trouble-line.tsx';
import { useEditing } from '../../editing.ts';
import styles from './json.module.css';
import { texts } from './texts.ts';

/** Indented, a policy is several times as large as it is stored. What is larger is not even read. */
const FILE_MAX = 4 * BYTES_MAX;

/** What came of the last look at a text. */
type Seen = { policy: Policy } | { faults: readonly string[]; summary: string } | { done: string };

/** Takes a policy from a file or a text. Nothing changes before the user says what is to be done with it. */
export function ImportForm() {
  const { catalogue, policy, edit, add } = useEditing();
  const [text, setText] = useState('');
  const [seen, setSeen] = useState<Seen | null>(null);
  const look = (next: string) => {
    const read = parsePolicyText(next, catalogue);
    if (read.ok) return setSeen({ policy: read.value });
    const faults = read.problem.map(faultWords);
    setSeen({ faults, summary: texts.faults(faults.length) });
  };
  const refuse = (summary: string) => setSeen({ faults: [], summary });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') refuse(texts.nothing);
    else look(text);
  };
  const handleFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    if (file.size > FILE_MAX) refuse(texts.tooLargeFile(file.name));
    else {
      const read = await file.text().catch(() => null);
      if (read === null) refuse(texts.unreadable(file.name));
      else {
        setText(read);
        look(read);
      }
    }
    target.value = ''; // the same file may be chosen again once it is mended
  };
  const finish = (done: string) => {
    setText('');
    setSeen({ done });
  };
  const replace = (imported: Policy) => {
    edit(() => success({ ...imported, id: policy.id }));
    finish(texts.replaced);
  };
  const handleText = (next: string) => {
    setText(next);
    setSeen(null);
  };
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    // A field with megabytes of text would hold up the page.
    if (event.clipboardData.getData('text').length <= FILE_MAX) return;
    event.preventDefault();
    refuse(texts.tooLargeText);
  };
  return (
    <form onSubmit={handleSubmit} className={styles.part} aria-label={texts.imported} noValidate>
      <h3>{texts.imported}</h3>
      <p className={styles.hint}>{texts.importHint}</p>
      <label className={join(buttonClass('secondary'), styles.file)}>
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
          onChange={({ target }) => handleText(target.value)}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit">{texts.check}</Button>
        {text !== '' && (
          <Button kind="quiet" onClick={() => handleText('')}>
            {texts.clear}
          </Button>
        )}
      </div>
      <Outcome
        seen={seen}
        onReplace={replace}
        onAdd={
          add &&
          (imported => {
            add(imported);
            finish(texts.added);
          })
        }
      />
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
      <TroubleLine>
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
      </TroubleLine>
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
