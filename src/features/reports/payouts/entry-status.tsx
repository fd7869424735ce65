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
  /** Where the ways on and back are offered: they stand in one place alone. */
  hasActions?: boolean;
  /** In a row, where there is room for a word or two: why, and how much, stands with the whole payment. */
  isBrief?: boolean;
  /** It has just come to stand there: a second click was meant for something else. */
  isNew?: boolean;
};

/** What became of one payout, what of it was paid, and what can be done about it. */
export function EntryStatus(props: EntryStatusProps) {
  const { entry, payday, hasActions = false, isBrief = false, isNew = false } = props;
  const { payment, state } = entry;
  const isFresh = useIsWithin(UNDO_MS, state.step === 'paid' ? state.at : null);
  const canUndo = state.step === 'notTakenBack' || (state.step === 'paid' && isFresh);
  const undo = hasActions && canUndo;
  return (
    <span className={classNames(styles.status, isBrief && styles.brief)}>
      <Outcome entry={entry} text={isBrief ? briefText(entry) : statusText(entry)} isSign={isBrief && undo} />
      {payment && !isOnItsWay(entry) && (
        <Link to={pathTo(paths.moderationPayment, { id: payment.id })}>
          {isBrief
            ? texts.paymentNumber(payment.id)
            : texts.payment(payment.id, payment.count, formatMoney(payment.share))}
        </Link>
      )}
      {hasActions && <Again entry={entry} payday={payday} isNew={isNew} />}
      {undo && (
        <Button
          kind="quiet"
          aria-label={texts.undoFor(entry.name)}
          disabled={isNew}
          focusableWhenDisabled
          onClick={() => payday.undo(entry)}
        >
          {texts.undo}
        </Button>
      )}
    </span>
  );
}

type OutcomeProps = {
  entry: PaydayEntry;
  text: string;
  /** The way back leaves no room for the word. */
  isSign: boolean;
};

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
      return texts.failed(state.problem ? problemText(state.problem) : texts.unchanged);
    case 'unknown': {
      const words = payment ? texts.unknown.takingBack : texts.unknown.paying;
      return words(state.problem ? whyUnknown(state.problem) : texts.pageLeft);
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

/** Pays what was found in place of what was agreed to, or what is left of it. */
function Again({ entry, payday, isNew }: Pick<EntryStatusProps, 'entry' | 'payday' | 'isNew'>) {
  const held = { disabled: isNew, focusableWhenDisabled: true };
  const { name, state } = entry;
  if (state.step === 'differs') {
    const { count, share } = state.found;
    const found = { ...entry, agreed: { count, share }, listed: undefined };
    return (
      <Button {...held} onClick={() => payday.pay([found])}>
        {texts.payFound(formatMoney(share))}
      </Button>
    );
  }
  if (state.step === 'unknown') {
    return (
      <Button kind="quiet" {...held} aria-label={texts.checkFor(name)} onClick={() => payday.check(entry)}>
        {uiTexts.check}
      </Button>
    );
  }
  if (state.step !== 'failed' && state.step !== 'stopped') return null;
  return (
    <Button kind="quiet" {...held} aria-label={texts.retryFor(name)} onClick={() => payday.pay([entry])}>
      {texts.retry}
    </Button>
  );
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
