import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { listReceipts, type Receipt } from '#contract/warehouse.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { type Remote, useCachedReplies } from '#state/remote/use-remote.ts';
import { reasonOf } from '#state/remote/use-versioned-save.ts';
import { Button } from '#ui/button.tsx';
import { FormShell, type ShellForm } from '#ui/form/form-shell.tsx';
import { TriangleAlert } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { firstLine, OriginalWords } from '#ui/remote/server-words.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { whyNotDone } from '#ui/remote/why-not-done.ts';
import { texts as shared } from '#ui/texts.ts';
import { AddItem } from './add-item/add-item.tsx';
import { Conflict, lastSavedText } from './conflict/conflict.tsx';
import styles from './edit.module.css';
import { HeadFields } from './head/head-fields.tsx';
import type { HeadFormApi } from './head/head-form.ts';
import type { Users } from './head/users.ts';
import type { Lines } from './lines/line-store.ts';
import { LinesTable } from './lines/lines-table.tsx';
import { type ReceiptEditor, useReceiptEditor } from './saving/use-receipt-editor.ts';
import { texts } from './texts.ts';
import { TotalsView } from './totals/totals-view.tsx';

type DocumentFormProps = { initial: Receipt; remote: Remote<Receipt>; users: Users };

/** The line of trouble says already why nothing can be saved. */
const SHOWN_ABOVE = '';

/** A receipt that is being edited: its head, its lines and its totals, saved together. */
export function DocumentForm({ initial, remote, users }: DocumentFormProps) {
  const editor = useReceiptEditor(initial, remote);
  const blocked = blockedBecause(useBlockedReason());
  const { edits, saving, newer } = editor;
  const { state } = saving;
  const { form, lines } = edits;
  const warehouses = useWarehouses(form);
  const title = texts.receiptOf(edits.base.transfer_code);
  if (state.step === 'conflict') {
    return (
      <>
        <PageTitle>{title}</PageTitle>
        <Conflict editor={editor} theirs={state.theirs} users={users} blocked={blocked} />
      </>
    );
  }
  return (
    <FormShell
      wide
      form={toShellForm(editor)}
      title={title}
      submitLabel={shared.save}
      onSubmit={saving.submit}
      blockedBecause={state.step === 'unknown' || state.step === 'checking' ? SHOWN_ABOVE : blocked}
      problem={<SaveFailure editor={editor} />}
    >
      <p className={styles.saved}>{lastSavedText(edits.base)}</p>
      <NewerVersionNotice
        isRefused={remote.problem?.kind === 'refused'}
        newer={newer}
        onCompare={editor.compare}
      />
      <HeadFields form={form} users={users} warehouses={warehouses} />
      <section className={styles.lines} aria-label={texts.lines}>
        <h2>{texts.lines}</h2>
        <AddItem lines={lines.lines} onAdd={lines.add} blocked={blocked} />
        <LinesTable lines={lines} readOnly={false} />
        <Totals form={form} lines={lines} />
      </section>
    </FormShell>
  );
}

/** Head and lines as the one form that they are. */
function toShellForm({ edits, wouldLose }: ReceiptEditor): ShellForm {
  const { form, lines } = edits;
  return {
    validate_errors: { items: [...form.validate_errors.items, ...lines.errors] },
    attempt: form.attempt,
    wouldLose,
    formState: form.formState,
  };
}

/** What became of the last save, where it is not known to be done. */
function SaveFailure({ editor }: { editor: ReceiptEditor }) {
  const { state, check } = editor.saving;
  const isChecking = state.step === 'checking';
  if (isChecking || state.step === 'unknown') {
    return (
      <ProblemLine unanswered busy={isChecking} onRetry={() => void check()}>
        {isChecking ? texts.checking : texts.unknown(whyUnknown(state.problem))}
      </ProblemLine>
    );
  }
  const failed = state.step === 'failed' ? failureText(state) : '';
  return (
    <ProblemLine>
      {failed && (
        <>
          <span>{`${firstLine(failed)} ${texts.kept}`}</span>
          <OriginalWords words={failed} />
        </>
      )}
    </ProblemLine>
  );
}

function failureText(failed: Parameters<typeof reasonOf>[0]): string {
  const problem = reasonOf(failed);
  if (problem === null) return texts.notApplied(whyUnknown(failed.problem));
  return problem.status === 412 ? texts.changedUnread : whyNotDone(problem);
}

/** Drawn again by itself when the rate is typed. */
function Totals({ form, lines }: { form: HeadFormApi; lines: Lines }) {
  const [vat, vatIncluded] = useWatch({ control: form.control, name: ['VAT', 'VAT_included'] });
  return <TotalsView lines={lines.lines} vat={vat} vatIncluded={vatIncluded} />;
}

/** The warehouses that this device has read of: no call lists them. */
function useWarehouses(form: HeadFormApi): readonly string[] {
  const pages = useCachedReplies(listReceipts);
  const stored = form.formState.defaultValues?.warehouse_to ?? '';
  return useMemo(() => {
    const read = pages.flatMap(({ data }) => data.map(({ warehouse_to }) => warehouse_to));
    return [...new Set([stored, ...read])]
      .filter(Boolean)
      .sort((one, other) => one.localeCompare(other, 'ru'));
  }, [pages, stored]);
}

type NewerVersionNoticeProps = {
  /** The server does not tell the document any more. */
  isRefused: boolean;
  newer: Receipt | null;
  onCompare: () => void;
};

/** What the server has instead of the version that is being edited here. Readers hear what appears in it. */
function NewerVersionNotice({ isRefused, newer, onCompare }: NewerVersionNoticeProps) {
  return (
    <div role="status" className={styles.status}>
      {(isRefused || newer) && (
        <div className={styles.newer}>
          <TriangleAlert size={20} />
          <p>
            {isRefused
              ? texts.noLongerOpens
              : [texts.newer, newer && lastSavedText(newer)].filter(Boolean).join(' ')}
          </p>
          {!isRefused && <Button onClick={onCompare}>{texts.compare}</Button>}
        </div>
      )}
    </div>
  );
}
