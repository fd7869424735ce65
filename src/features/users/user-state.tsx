import { useRef, useState } from 'react';
import { type Account, type AccountDetails, blockUser, REASON_MAX, unblockUser } from '#contract/users.ts';
import { formatDate } from '#kit/date.ts';
import { useAction } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts as shared } from '#ui/texts.ts';
import { texts } from './texts.ts';
import { type AccountChanging, useAccountChange } from './use-account-change.ts';
import { BlockedChip } from './user-columns.tsx';
import styles from './users.module.css';

type UserStateProps = {
  account: AccountDetails;
  isSelf: boolean;
  /** Why nothing can be done now. */
  blocked: string | undefined;
  onChanged: () => Promise<void>;
};

/** Whether the user comes in, since when and why not, and the one button that changes it. */
export function UserState({ account, isSelf, blocked, onChanged }: UserStateProps) {
  const { id, name, state, blocked_at, block_reason } = account;
  const [isAsked, setAsked] = useState(false);
  /** Whoever only looks something up in between types it once. */
  const [reason, setReason] = useState('');
  const block = useAction(blockUser);
  const unblock = useAction(unblockUser);
  const change = useAccountChange(id, onChanged);
  const isBlocked = state === 'blocked';
  // It was done although the answer was lost, or by somebody else: the question is over.
  if (isAsked && isBlocked) setAsked(false);
  const press = () => {
    if (isBlocked) {
      const isDone = (now: Account) => now.state === 'active';
      void change.run({ send: () => unblock({ id }), isDone, done: () => texts.unblocked });
    } else {
      change.forget();
      setAsked(true);
    }
  };
  const handleBlock = async () => {
    const outcome = await change.run({
      send: () => block({ id, reason: reason.trim() }),
      isDone: now => now.state === 'blocked',
      done: ({ changed, block_reason }) => (changed ? texts.blocked : texts.blockedBefore(block_reason)),
    });
    if (outcome.is !== 'saved') return;
    setAsked(false);
    setReason('');
  };
  return (
    <div className={styles.part}>
      <DefinitionList
        rows={[
          { term: texts.stateTitle, value: isBlocked ? <BlockedChip /> : texts.canSignIn },
          { term: texts.since, value: blocked_at && formatDate(blocked_at, true) },
          { term: texts.reason, value: isBlocked ? (block_reason ?? texts.noReason) : null },
        ]}
      />
      {!isSelf && (
        <Button
          kind={isBlocked ? 'secondary' : 'danger'}
          busy={change.busy}
          disabled={blocked !== undefined || change.check !== undefined}
          focusableWhenDisabled
          onClick={press}
        >
          {isBlocked ? texts.unblock : texts.block}
        </Button>
      )}
      <p role="status" className={styles.hint}>
        {change.said}
      </p>
      {!isAsked && (
        <ProblemLine onRetry={change.check} retryLabel={shared.check} busy={change.busy}>
          {change.problem}
        </ProblemLine>
      )}
      {isAsked && (
        <BlockQuestion
          name={name}
          reason={reason}
          change={change}
          onReason={setReason}
          onConfirm={() => void handleBlock()}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}

type BlockQuestionProps = {
  name: string;
  reason: string;
  change: AccountChanging;
  onReason: (reason: string) => void;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks why, and says what happens. Somebody else may have done it meanwhile: theirs is kept then, and told. */
function BlockQuestion({ name, reason, change, onReason, onConfirm, onClose }: BlockQuestionProps) {
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const handleConfirm = () => {
    if (change.check) return change.check();
    if (reason.trim() !== '') return onConfirm();
    setMissing(true);
    field.current?.focus();
  };
  return (
    <ConfirmDialog
      open
      title={texts.askBlock(name)}
      kind={change.check ? 'primary' : 'danger'}
      confirmLabel={change.check ? shared.check : texts.block}
      busy={change.busy}
      problem={change.problem}
      onConfirm={handleConfirm}
      onCancel={onClose}
    >
      <div className={styles.list}>
        <p>{texts.whatBlock}</p>
        <TextArea
          ref={field}
          label={texts.whyBlock}
          hint={texts.whyHint}
          error={isMissing ? texts.whyMissing : undefined}
          required
          data-autofocus
          maxLength={REASON_MAX}
          value={reason}
          onChange={event => {
            onReason(event.target.value);
            setMissing(false);
          }}
        />
      </div>
    </ConfirmDialog>
  );
}
