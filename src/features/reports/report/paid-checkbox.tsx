import type { Request } from '#contract/requests.ts';
import { classNames } from '#ui/class-names.ts';
import { Spinner } from '#ui/spinner.tsx';
import { texts } from '../texts.ts';
import styles from './paid-checkbox.module.css';
import { type DesiredPaid, isPending, type RowState, shownPaid } from './payments-reducer.ts';
import { isPaid } from './totals.ts';

type PaidCheckboxProps = {
  request: Request;
  state: RowState | undefined;
  /** Why nothing can be changed now. */
  blocked: string | undefined;
  onPress: (id: number, desired: DesiredPaid) => void;
};

/**
 * The flag of one request. While a change is on its way it is a dashed, turning box that still has the focus and takes
 * no presses; the check mark is the server's word alone.
 */
export function PaidCheckbox({ request, state, blocked, onPress }: PaidCheckboxProps) {
  const { id, fullcode } = request;
  const shown = shownPaid(request.paid, state);
  const isInFlight = shown === -1 || shown === 2;
  const isDisabled = isInFlight || isPending(state) || blocked !== undefined;
  return (
    <div className={styles.cell}>
      <label className={classNames(styles.box, isInFlight && styles.inFlight)} title={blocked}>
        <input
          type="checkbox"
          checked={isPaid(request)}
          aria-label={texts.payCheckbox(fullcode)}
          aria-busy={isInFlight || undefined}
          aria-disabled={isDisabled || undefined}
          onChange={() => {
            if (!isDisabled) onPress(id, isPaid(request) ? 0 : 1);
          }}
        />
        {isInFlight && (
          <span className={styles.spinner}>
            <Spinner size={16} />
          </span>
        )}
      </label>
      <div className={styles.labels}>
        <span>{state?.step === 'waiting' ? texts.waiting : texts.flags[shown]}</span>
        <RowNote
          state={state}
          hasDesiredFlag={state?.step === 'unknown' && isPaid(request) === (state.desired === 1)}
        />
      </div>
    </div>
  );
}

/** What happened to the row besides; a lost answer is good news once the report shows what was wanted. */
function RowNote({ state, hasDesiredFlag }: { state: RowState | undefined; hasDesiredFlag: boolean }) {
  switch (state?.step) {
    case 'failed':
      return (
        <span className={styles.failed}>
          {texts.rowFailed[state.desired]}: {state.why}
        </span>
      );
    case 'unknown':
      return (
        <span className={styles.note}>
          {hasDesiredFlag ? texts.rowConfirmed[state.desired] : texts.rowUnknown}
        </span>
      );
    case 'confirmed':
      return <span className={styles.note}>{texts.rowConfirmed[state.desired]}</span>;
    case 'note':
      return <span className={styles.note}>{state.words}</span>;
    default:
      return null;
  }
}
