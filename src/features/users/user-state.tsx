import { useRef, useState } from 'react';
import { type AccountDetails, blockUser, REASON_MAX, unblockUser } from '#contract/users.ts';
import { formatDate } from '#kit/date.ts';
import { useAction } from '#state/remote/use-action.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts } from './texts.ts';
import { useAccountChange } from './use-account-change.ts';
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
  const unblock = useAction(unblockUser);
  const change = useAccountChange(onChanged);
  const isBlocked = state === 'blocked';
  // It was done although the answer was lost, or by somebody else: the question is over.
  if (isAsked && isBlocked) setAsked(false);
  const press = () => {
    if (isBlocked) void change.run(unblock({ id }), () => texts.unblocked(name));
    else setAsked(true);
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
          disabled={blocked !== undefined}
          focusableWhenDisabled
          onClick={press}
        >
          {isBlocked ? texts.unblock : texts.block}
        </Button>
      )}
      <ProblemLine>{change.problem}</ProblemLine>
      {isAsked && <BlockQuestion account={account} onChanged={onChanged} onClose={() => setAsked(false)} />}
    </div>
  );
}

type BlockQuestionProps = Pick<UserStateProps, 'account' | 'onChanged'> & { onClose: () => void };

/** Asks why, and says what happens. Somebody else may have done it meanwhile: theirs is kept then, and told. */
function BlockQuestion({ account: { id, name }, onChanged, onClose }: BlockQuestionProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const block = useAction(blockUser);
  const change = useAccountChange(onChanged);
  const handleConfirm = async () => {
    if (reason.trim() === '') {
      setMissing(true);
      field.current?.focus();
      return;
    }
    const done = await change.run(block({ id, reason: reason.trim() }), ({ changed, block_reason }) =>
      changed ? texts.blocked(name) : texts.blockedBefore(block_reason),
    );
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      open
      title={texts.askBlock(name)}
      kind="danger"
      confirmLabel={texts.block}
      busy={change.busy}
      problem={change.problem}
      onConfirm={() => void handleConfirm()}
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
            setReason(event.target.value);
            setMissing(false);
          }}
        />
      </div>
    </ConfirmDialog>
  );
}
