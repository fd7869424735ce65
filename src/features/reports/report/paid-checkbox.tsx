import { useId, useLayoutEffect, useRef } from 'react';
import type { Problem } from '#api/problem.ts';
import type { Request } from '#contract/requests.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { ServerWords } from '#ui/remote/server-words.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { problemText } from '../problem-text.ts';
import { texts } from '../texts.ts';
import styles from './paid-checkbox.module.css';
import { isPaid } from './totals.ts';
import { isPending, isUnknown, paidWord, type ReportRow, shownPaid } from './use-report-rows.ts';

type PaidCheckboxProps = ReportRow & {
  /** Why nothing can be changed now. */
  blocked: string | undefined;
  onPress: (request: Request) => void;
  /** Reads what became of a row whose answer proved nothing. */
  onCheck: () => void;
};

/**
 * The flag of one request, which looks like a switch: it is no selection. While a change is on its way it is faint, has its state in words, keeps the focus and takes no
 * presses; the check mark is the server's word alone. What is not known is neither paid nor unpaid.
 */
export function PaidCheckbox({ request, state, blocked, onPress, onCheck }: PaidCheckboxProps) {
  const { fullcode } = request;
  const box = useRef<HTMLInputElement>(null);
  const isOpen = isUnknown({ request, state });
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = isOpen;
  });
  const wordId = useId();
  const shown = shownPaid(request.paid, state);
  const isInFlight = shown === -1 || shown === 2;
  const isDisabled = isInFlight || isOpen || isPending(state) || blocked !== undefined;
  return (
    <div className={styles.cell}>
      <label className={classNames(styles.box, isInFlight && styles.inFlight)} title={blocked}>
        <input
          ref={box}
          type="checkbox"
          checked={isPaid(request)}
          aria-label={texts.payCheckbox(fullcode)}
          aria-describedby={wordId}
          aria-busy={isInFlight || undefined}
          aria-disabled={isDisabled || undefined}
          onChange={() => {
            if (!isDisabled) onPress(request);
          }}
        />
      </label>
      <div className={styles.labels}>
        <span id={wordId}>{paidWord({ request, state })}</span>
        <RowNote request={request} state={state} />
        {isOpen && (
          <Button
            kind="quiet"
            aria-label={texts.checkRow(fullcode)}
            busy={state.step === 'checking'}
            focusableWhenDisabled
            onClick={onCheck}
          >
            {uiTexts.check}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What happened to the row besides; a lost answer is good news once the report shows what was wanted. */
function RowNote({ request, state }: ReportRow) {
  if (state.step === 'failed') {
    return (
      <div className={styles.failed}>
        <ServerWords words={`${texts.rowFailed[state.sent]}: ${failureText(state)}`} />
      </div>
    );
  }
  const note = noteOf({ request, state });
  return note === '' ? null : <span className={styles.note}>{note}</span>;
}

function failureText({ problem, wasRead }: { problem: Problem; wasRead: boolean }): string {
  return wasRead ? texts.rowNotApplied(whyUnknown(problem)) : problemText(problem);
}

function noteOf({ request, state }: ReportRow): string {
  switch (state.step) {
    case 'unknown':
    case 'checking':
      return isUnknown({ request, state })
        ? texts[state.step === 'checking' ? 'rowChecking' : 'rowUnknown'](whyUnknown(state.problem))
        : texts.rowConfirmed(whyUnknown(state.problem), state.sent);
    case 'saved':
      return state.problem ? texts.rowConfirmed(whyUnknown(state.problem), state.sent) : state.stored.note;
    default:
      return '';
  }
}
