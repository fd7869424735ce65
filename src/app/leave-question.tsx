import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLeaveQuestion } from './leave-guard.ts';

/** Here, because the question is loaded when it is asked. */
const texts = {
  title: 'Уйти без сохранения?',
  why: 'Введенное в форме будет потеряно.',
  leave: 'Уйти',
  stay: 'Остаться',
};

/** Asks whether what was typed may be lost. */
export function LeaveQuestion() {
  const question = useLeaveQuestion();
  if (!question) return null;
  return (
    <ConfirmDialog
      open
      title={texts.title}
      kind="danger"
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={question.onLeave}
      onCancel={question.onStay}
    >
      <p>{texts.why}</p>
    </ConfirmDialog>
  );
}
