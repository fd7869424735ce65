import { useState } from 'react';
import type { Request } from '#contract/requests.ts';
import { requestShare } from '#domain/promoter-share.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useStable } from '#ui/use-stable.ts';
import { texts } from '../texts.ts';
import { isPaid, moneyOf } from './totals.ts';
import type { Payments } from './use-payments.ts';

/** Paying does not ask; taking the money back does, with the sum. */
export function useTakeBack(pay: Payments['press']) {
  const [asked, setAsked] = useState<Request | null>(null);
  const press = useStable((request: Request) => {
    if (isPaid(request)) setAsked(request);
    else pay(request.id, 1);
  });
  const question = asked && (
    <ConfirmDialog
      open
      kind="danger"
      title={texts.askTakeBack(asked.fullcode)}
      confirmLabel={texts.takeBack(moneyOf(requestShare(asked)))}
      onConfirm={() => {
        pay(asked.id, 0);
        setAsked(null);
      }}
      onCancel={() => setAsked(null)}
    >
      <p>{texts.takeBackWhy}</p>
    </ConfirmDialog>
  );
  return { press, question };
}
