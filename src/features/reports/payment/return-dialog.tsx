import { getPayment, type Payment, takeBackPayment } from '#contract/payments.ts';
import { formatMoney } from '#kit/money.ts';
import { useAction, useBlockedReason } from '#state/remote/use-action.ts';
import type { Remote } from '#state/remote/use-remote.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notifyError } from '#ui/notify-error.ts';
import { blockedBecause } from '#ui/remote/texts.ts';
import { outcomeText } from '../problem-text.ts';
import { texts } from '../texts.ts';
import { useBusy } from '../use-busy.ts';

type ReturnDialogProps = {
  payment: Payment;
  remote: Remote<Payment>;
  onReturned: () => void;
  onCancel: () => void;
};

/** Asks before a payment is taken back, with the sum. Asked again after a lost answer, it is taken back once. */
export function ReturnDialog({ payment, remote, onReturned, onCancel }: ReturnDialogProps) {
  const { id, still_paid } = payment;
  const takeBack = useAction(takeBackPayment);
  const get = useAction(getPayment);
  const blocked = blockedBecause(useBlockedReason());
  const { busy, problem, setProblem, whileBusy } = useBusy();
  const handleConfirm = async () => {
    const answer = await takeBack({ payment_id: id });
    const now = answer.ok ? answer : await get({ id });
    if (now.ok) remote.change(() => now.value);
    // A lost answer does not matter where it was done.
    if (answer.ok || (now.ok && now.value.still_paid.count === 0)) return onReturned();
    notifyError(texts.payFailed);
    setProblem(outcomeText(answer.problem, texts.returnUnknown));
  };
  return (
    <ConfirmDialog
      open
      kind="danger"
      title={texts.askReturn(id)}
      confirmLabel={texts.returnSum(formatMoney(still_paid.share))}
      busy={busy}
      problem={problem || blocked}
      onConfirm={() => void whileBusy(handleConfirm)}
      onCancel={onCancel}
    >
      <p>{texts.returnWhy(still_paid.count)}</p>
    </ConfirmDialog>
  );
}
