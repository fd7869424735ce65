import type { Request } from '#contract/requests.ts';
import { classNames } from '#ui/class-names.ts';
import { Spinner } from '#ui/spinner.tsx';
import { texts } from '../texts.ts';
import styles from './paid-box.module.css';
import { isPending, type RowState, shownPaid, type Wanted } from './payments-reducer.ts';
import { isPaid } from './totals.ts';

export type PaidBoxProps = {
  request: Request;
  state: RowState | undefined;
  /** Why nothing can be changed now. */
  blocked: string | undefined;
  onPress: (id: number, want: Wanted) => void;
};

/**
 * The flag of one request. While a change is on its way it is a dashed, turning box that still has the focus and takes
 * no presses; the check mark is the server's word alone.
 */
export function PaidBox({ request, state, blocked, onPress }: PaidBoxProps) {
  const { id, fullcode } = request;
  const shown = shownPaid(request.paid, state);
  const isTurning = shown === -1 || shown === 2;
  const takesNothing = isTurning || isPending(state) || blocked !== undefined;
  return (
    <div className={styles.place}>
      <label className={classNames(styles.box, isTurning && styles.turning)} title={blocked}>
        <input
          type="checkbox"
          checked={isPaid(request)}
          aria-label={texts.payBox(fullcode)}
          aria-busy={isTurning || undefined}
          aria-disabled={takesNothing || undefined}
          onChange={() => {
            if (!takesNothing) onPress(id, isPaid(request) ? 0 : 1);
          }}
        />
        {isTurning && (
          <span className={styles.spinner}>
            <Spinner size={16} />
          </span>
        )}
      </label>
      <div className={styles.words}>
        <span>{state?.step === 'waiting' ? texts.waiting : texts.flags[shown]}</span>
        <RowNote
          state={state}
          isAsWanted={state?.step === 'unknown' && isPaid(request) === (state.want === 1)}
        />
      </div>
    </div>
  );
}

/** What happened to the row besides; a lost answer is good news once the report shows what was wanted. */
function RowNote({ state, isAsWanted }: { state: RowState | undefined; isAsWanted: boolean }) {
  switch (state?.step) {
    case 'failed':
      return (
        <span className={styles.failed}>
          {texts.rowFailed[state.want]}: {state.why}
        </span>
      );
    case 'unknown':
      return (
        <span className={styles.note}>{isAsWanted ? texts.rowConfirmed[state.want] : texts.rowUnknown}</span>
      );
    case 'confirmed':
      return <span className={styles.note}>{texts.rowConfirmed[state.want]}</span>;
    case 'note':
      return <span className={styles.note}>{state.words}</span>;
    default:
      return null;
  }
}
