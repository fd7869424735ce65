import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths, pathTo } from '#domain/paths.ts';
import { formatMoney } from '#kit/money.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import { Check } from '#ui/icons-of-screens.ts';
import { whyUnknown } from '#ui/remote/answer-fault.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { problemText } from '../problem-text.ts';
import { isOnItsWay, type PaydayEntry } from './payday-entry.ts';
import styles from './payouts.module.css';
import { texts } from './texts.ts';
import { type Payday, UNDO_MS } from './use-payday.ts';

type EntryStatusProps = {
  entry: PaydayEntry;
  payday: Payday;
  /** Whether the buttons stand here: they stand in one place alone. */
  hasActions?: boolean;
  /** In a row, where there is room for a word or two: why, and how much, stands with the whole payment. */
  isBrief?: boolean;
  /** It has just come to stand there: a second click was meant for something else. */
  isNew?: boolean;
};

/** The state of one payment, its link, and the buttons to repeat, check or take it back. */
export function EntryStatus(props: EntryStatusProps) {
  const { entry, payday, hasActions = false, isBrief = false, isNew = false } = props;
  const { payment, state } = entry;
  const isFresh = useIsWithin(UNDO_MS, state.step === 'paid' ? state.at : null);
  const actions = hasActions ? actionsOf(entry, payday, isFresh) : [];
  const isUndo = actions[0]?.label === texts.undo;
  return (
    <span className={classNames(styles.status, isBrief && styles.brief)}>
      <Outcome
        entry={entry}
        text={isBrief ? briefText(entry) : statusText(entry)}
        isSign={isBrief && isUndo}
      />
      {payment && !isOnItsWay(entry) && (
        <Link to={pathTo(paths.moderationPayment, { id: payment.id })}>
          {isBrief
            ? texts.paymentNumber(payment.id)
            : texts.payment(payment.id, payment.count, formatMoney(payment.share))}
        </Link>
      )}
      {actions.map(action => (
        <Button
          key={action.label}
          kind={action.name ? 'quiet' : 'secondary'}
          aria-label={action.name}
          disabled={isNew}
          focusableWhenDisabled
          onClick={action.act}
        >
          {action.label}
        </Button>
      ))}
    </span>
  );
}

type Action = { label: string; name?: string; act: () => void };

/** The buttons for a state. */
function actionsOf(entry: PaydayEntry, payday: Payday, isFresh: boolean): readonly Action[] {
  const { name, state, payment } = entry;
  const pay = { label: uiTexts.retry, name: texts.retryFor(name), act: () => payday.pay([entry]) };
  const undo = { label: texts.undo, name: texts.undoFor(name), act: () => payday.undo(entry) };
  switch (state.step) {
    case 'differs': {
      const { count, share } = state.found;
      const found = { ...entry, agreed: { count, share }, listed: undefined };
      return [{ label: texts.payFound(formatMoney(share)), act: () => payday.pay([found]) }];
    }
    case 'unknown':
      return [
        { label: uiTexts.check, name: texts.checkFor(name), act: () => payday.check(entry) },
        // Under the key of the first attempt, so the server pays once.
        payment ? { ...pay, act: undo.act } : pay,
      ];
    case 'failed':
    case 'stopped':
      return [pay];
    case 'paid':
    case 'notTakenBack':
      return isFresh || state.step !== 'paid' ? [undo] : [];
    default:
      return [];
  }
}

type OutcomeProps = { entry: PaydayEntry; text: string; isSign: boolean };

/** As an icon where «Вернуть» leaves no room for the word. */
function Outcome({ entry: { state }, text, isSign }: OutcomeProps) {
  if (isSign) {
    return (
      <>
        <Check size={20} className={styles.done} />
        <span className="visually-hidden">{text}</span>
      </>
    );
  }
  if (state.step === 'failed' || state.step === 'notTakenBack' || state.step === 'unknown') {
    return <span className={styles.failed}>{text}</span>;
  }
  return <Chip tone={TONES[state.step]}>{text}</Chip>;
}

const TONES = {
  waiting: 'neutral',
  paid: 'ok',
  paidAlready: 'ok',
  differs: 'warn',
  nothing: 'warn',
  stopped: 'warn',
  paying: 'info',
  checking: 'info',
  takingBack: 'info',
  takenBack: 'neutral',
} as const;

/** In one line, also for a file. */
export function statusText({ state, payment }: PaydayEntry): string {
  switch (state.step) {
    case 'differs':
      return texts.differs(state.found.count, formatMoney(state.found.share));
    case 'failed':
      return texts.failed(problemText(state.problem));
    case 'unknown': {
      const words = payment ? texts.unknown.takingBack : texts.unknown.paying;
      return state.problem ? words.because(whyUnknown(state.problem)) : words.notFound;
    }
    case 'notTakenBack':
      return texts.notTakenBack(state.problem ? problemText(state.problem) : texts.unchanged);
    default:
      return texts.steps[state.step];
  }
}

function briefText(entry: PaydayEntry): string {
  const { step } = entry.state;
  return step in texts.brief ? texts.brief[step as keyof typeof texts.brief] : statusText(entry); // looked up just now
}

/** Whether the moment is not longer ago than that. */
function useIsWithin(ms: number, at: number | null): boolean {
  const [overFor, setOverFor] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setOverFor(at), at + ms - Date.now());
    return () => clearTimeout(timer);
  }, [ms, at]);
  return at !== null && overFor !== at;
}
