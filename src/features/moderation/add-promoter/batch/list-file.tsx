import { type ChangeEvent, useRef, useState } from 'react';
import { BadXlsx } from '#kit/xlsx/is-spreadsheet.ts';
import { Button } from '#ui/button.tsx';
import { Upload } from '#ui/icons-of-screens.ts';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import { type ListSheet, openList } from './open-list.ts';

const words = texts.batch;

type ListFileProps = { onText: (text: string) => void; onProblem: (problem: string) => void };

/** Opens a file with a list; of several sheets one is chosen. */
export function ListFile({ onText, onProblem }: ListFileProps) {
  const [sheets, setSheets] = useState<readonly ListSheet[]>([]);
  const [isReading, setIsReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = async (found: readonly ListSheet[]) => {
    const [sheet, ...more] = found;
    if (more.length > 0) setSheets(found);
    else if (sheet) onText(await sheet.text());
  };
  const wait = (work: Promise<void>) => {
    setIsReading(true);
    return work
      .catch((cause: unknown) => {
        if (!(cause instanceof BadXlsx)) throw cause;
        onProblem(cause.message);
      })
      .finally(() => setIsReading(false));
  };
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) void wait(openList(file).then(take));
    // The same file can be chosen again once it was put right.
    target.value = '';
  };
  return (
    <>
      <Button
        icon={<Upload size={20} />}
        busy={isReading}
        focusableWhenDisabled
        onClick={() => input.current?.click()}
      >
        {words.openFile}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls,.ods,.csv,.tsv,.txt"
        aria-label={words.openFile}
        tabIndex={-1}
        hidden
        onChange={handleFile}
      />
      {sheets.length > 0 && (
        <fieldset className={styles.buttons}>
          <legend>{words.whichSheet}</legend>
          {sheets.map(sheet => (
            <Button
              key={sheet.name}
              disabled={isReading}
              onClick={() => void wait(take([sheet]).then(() => setSheets([])))}
            >
              {sheet.name}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}
