import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLeaveQuestion } from './leave-guard.ts';
import { texts } from './shell/texts.ts';

/** Asks whether what was typed may be lost. */
export function LeaveQuestion() {
  const question = useLeaveQuestion();
  if (!question) return null;
  return (
    <ConfirmDialog
      open
      title={texts.leaveTitle}
      kind="danger"
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={question.onLeave}
      onCancel={question.onStay}
    >
      <p>{texts.leaveWhy}</p>
    </ConfirmDialog>
  );
}
