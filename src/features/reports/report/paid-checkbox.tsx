import { useId, useLayoutEffect, useRef } from 'react';
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
  const note = noteOf({ request, state });
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
        {note && (
          <div className={state.step === 'failed' ? styles.failed : styles.note}>
            <ServerWords words={note} />
          </div>
        )}
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
function noteOf(row: ReportRow): string {
  const { state } = row;
  if (state.step === 'saved' && !state.problem) return state.stored.note;
  if (!('problem' in state) || !state.problem) return '';
  const why = whyUnknown(state.problem);
  if (state.step === 'failed') {
    const words = state.wasRead ? texts.rowNotApplied(why) : problemText(state.problem);
    return `${texts.rowFailed[state.sent]}: ${words}`;
  }
  if (!isUnknown(row)) return texts.rowConfirmed(why, state.sent);
  return state.step === 'checking' ? texts.rowChecking(why) : texts.rowUnknown(why);
}
