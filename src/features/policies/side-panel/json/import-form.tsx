import type { ChangeEvent, ClipboardEvent, FormEvent } from 'react';
import type { Policy } from '#domain/policy/policy.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { TextArea } from '#ui/form/text-field.tsx';
import { Upload } from '#ui/icons-of-screens.ts';
import { ProblemLine } from '#ui/problem-line.tsx';
import styles from './json.module.css';
import { texts } from './texts.ts';
import { IMPORT_MAX, type Seen, useImport } from './use-import.ts';

/** Takes a policy from a file or a text. */
export function ImportForm() {
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
