import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLeaveQuestion } from './leave-guard.ts';

/** Here, because the question is loaded when it is asked. */
const texts = {
  title: 'Уйти без сохранения?',
  why: 'Введенное в форме будет потеряно.',
  leave: 'Уйти',
  stay: 'Остаться',
};

export function LeaveQuestion() {
  const question = useLeaveQuestion();
  if (!question) return null;
  const { title, why } = question.words ?? texts;
  return (
    <ConfirmDialog
      open
      title={title}
      kind="danger"
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={question.onLeave}
      onCancel={question.onStay}
    >
      <p>{why}</p>
    </ConfirmDialog>
  );
}
