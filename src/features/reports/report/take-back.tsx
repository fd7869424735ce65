import { useCallback, useState } from 'react';
import type { Request } from '#contract/requests.ts';
import { requestShare } from '#domain/promoter-share.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { texts } from '../texts.ts';
import { isPaid, moneyOf } from './totals.ts';
import type { Payments } from './use-payments.ts';

/** Paying does not ask; taking the money back does. */
export function useTakeBack(pay: Payments['press']) {
  const [asked, setAsked] = useState<Request | null>(null);
  const press = useCallback(
    (request: Request) => {
      if (isPaid(request)) setAsked(request);
      else pay(request.id, 1);
    },
    [pay],
  );
  return {
    press,
    /** The request whose payment is to be taken back; null while nobody is asked. */
    asked,
    keep: () => setAsked(null),
    takeBack() {
      if (asked) pay(asked.id, 0);
      setAsked(null);
    },
  };
}

type TakeBackDialogProps = { request: Request; onConfirm: () => void; onCancel: () => void };

/** Asks before a payment is taken back, with the sum. */
export function TakeBackDialog({ request, onConfirm, onCancel }: TakeBackDialogProps) {
  return (
    <ConfirmDialog
      open
      kind="danger"
      title={texts.askTakeBack(request.fullcode)}
      confirmLabel={texts.takeBack(moneyOf(requestShare(request)))}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{texts.takeBackWhy}</p>
    </ConfirmDialog>
  );
}
