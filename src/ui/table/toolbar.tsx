import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import type { Elements } from '../elements.ts';
import { SearchField } from '../form/search-field.tsx';
import { Download } from '../icons-of-screens.ts';
import { Spinner } from '../spinner.tsx';
import { texts as shared } from '../texts.ts';
import { notify } from '../toast.tsx';
import type { Column, RowKey } from './column.ts';
import { saveCsv } from './csv.ts';
import type { PageInfo } from './paginator.tsx';
import { texts } from './texts.ts';
import styles from './toolbar.module.css';
import { saveXlsx } from './xlsx.ts';

type ToolbarProps = {
  /** Null where the owner has a field of its own, or there is none: then `lead` has its place, and follows it otherwise. */
  filter: { label: string; text: string; onText: (text: string) => void } | null;
  lead: ReactNode;
  busy: boolean;
  /** The controls of the view and of the file. */
  children: ReactNode;
};

/** Above the rows: the search, and what changes the view. */
export function Toolbar({ filter, lead, busy, children }: ToolbarProps) {
  return (
    <div className={styles.bar}>
      {filter && (
        <div className={styles.filter}>
          <SearchField label={filter.label} value={filter.text} onChange={filter.onText} />
        </div>
      )}
      {lead && <div className={filter ? styles.found : styles.lead}>{lead}</div>}
      <div role="status" className={styles.busy}>
        {busy && (
          <>
            <Spinner />
            <span className="visually-hidden">{shared.loading}</span>
          </>
        )}
      </div>
      <div className={styles.tools}>{children}</div>
    </div>
  );
}

type FileButtonsProps<Row> = {
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  selected?: readonly Row[] | undefined;
  /** The rows are one page of more: which. */
  page?: PageInfo | undefined;
};

/** Saves what was found, folded rows too, or of it what is selected: the columns that are shown, in this order. */
export function FileButtons<Row>({ name, columns, rows, selected = [], page }: FileButtonsProps<Row>) {
  const isOfSelected = selected.length > 0;
  const saved = isOfSelected ? selected : rows;
  const disabled = saved.length === 0;
  const words = isOfSelected ? texts.ofSelected : texts.file;
  const isPart = !isOfSelected && page && page.total > rows.length;
  const part = isPart ? texts.onlyThisPage(page.from ?? 0, page.to ?? 0, page.total) : '';
  return (
    <>
      <FileButton
        icon={<Download size={20} />}
        label={words.xlsx}
        disabled={disabled}
        failed={texts.xlsxFailed}
        save={async () => {
          await saveXlsx(name, columns, saved);
          if (part !== '') notify({ type: 'info', title: words.xlsx, message: part });
        }}
      >
        {texts.xlsx}
      </FileButton>
      <FileButton
        label={words.csv}
        title={texts.csvDialect}
        disabled={disabled}
        failed={texts.csvFailed}
        save={async () => {
          await saveCsv(name, columns, saved);
          notify({
            type: 'info',
            title: texts.csvForPrograms,
            message: `${part} ${texts.csvDialect}`.trim(),
          });
        }}
      >
        {texts.csv}
      </FileButton>
    </>
  );
}

type FileButtonProps = {
  icon?: Elements;
  label: string;
  title?: string;
  disabled: boolean;
  failed: string;
  save: () => Promise<void>;
  children: ReactNode;
};

function FileButton({ label, title = label, failed, save, ...rest }: FileButtonProps) {
  const [busy, setBusy] = useState(false);
  const handleClick = async () => {
    setBusy(true);
    try {
      await save();
    } catch {
      // What makes the file is loaded when it is first asked for, and there may be no network.
      notify({ type: 'error', title: shared.error, message: failed });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      {...rest}
      className={styles.file}
      busy={busy}
      // The words that are seen stay: a longer button would move the rows.
      aria-label={label}
      title={title}
      onClick={handleClick}
    />
  );
}

type FactsProps = {
  /** How many rows were found; null while nothing is searched for. */
  found: number | null;
  /** What is selected, and what can be done with it. */
  selection: { ids: readonly RowKey[]; bulk?: Elements } | undefined;
  /** How many of them on this page, where there are several. */
  here: number | undefined;
  onClear: () => void;
};

/** How many rows were found and how many are selected, said to readers too. */
export function Facts({ found, selection, here, onClear }: FactsProps) {
  const selectedCount = selection?.ids.length ?? 0;
  const facts = [
    ...(found === null ? [] : [texts.found(found)]),
    ...(selectedCount === 0 ? [] : [selectedText(selectedCount, here)]),
  ];
  return (
    <div className={styles.facts}>
      <p role="status">{facts.join('. ')}</p>
      {selectedCount > 0 && (
        <>
          <Button kind="quiet" onClick={onClear}>
            {texts.clearSelection}
          </Button>
          {selection?.bulk}
        </>
      )}
    </div>
  );
}

function selectedText(count: number, here: number | undefined): string {
  return here === undefined ? texts.selected(count) : texts.selectedHere(count, here);
}
