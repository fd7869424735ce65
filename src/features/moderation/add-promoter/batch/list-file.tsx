import { type ChangeEvent, useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Upload } from '#ui/icons-of-screens.ts';
import { texts } from '../texts.ts';
import styles from './batch.module.css';
import { type ListSheet, openList } from './open-list.ts';

const words = texts.batch;

type ListFileProps = { onText: (text: string) => void; onProblem: (problem: string) => void };

/** Opens a file with a list; of several sheets one is chosen. */
export function ListFile({ onText, onProblem }: ListFileProps) {
  const [sheets, setSheets] = useState<readonly ListSheet[]>([]);
  const take = async (sheet: ListSheet) => {
    const read = await sheet.text();
    setSheets([]);
    if (read.ok) onText(read.value);
    else onProblem(read.problem);
  };
  const handleFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const opened = await openList(file);
    // The same file can be chosen again once it was put right.
    target.value = '';
    const [sheet, ...more] = opened.ok ? opened.value : [];
    setSheets(opened.ok && more.length > 0 ? opened.value : []);
    if (!opened.ok) onProblem(opened.problem);
    else if (sheet && more.length === 0) await take(sheet);
  };
  return (
    <>
      <label className={classNames(buttonClass('secondary'), styles.file)}>
        <Upload size={20} />
        <span>{words.openFile}</span>
        <input
          type="file"
          accept=".xlsx,.xls,.ods,.csv,.tsv,.txt"
          onChange={event => void handleFile(event)}
        />
      </label>
      {sheets.length > 0 && (
        <fieldset className={styles.sheets}>
          <legend>{words.whichSheet}</legend>
          {sheets.map(sheet => (
            <Button key={sheet.name} onClick={() => void take(sheet)}>
              {sheet.name}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}
