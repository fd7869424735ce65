import type { Request } from '#contract/requests.ts';
import { formatMoney } from '#kit/money.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { texts } from '../texts.ts';
import { totalShare } from './totals.ts';

export type PayDialogProps = {
  person: string;
  requests: readonly Request[];
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before many are paid: whom, how many, and how much. */
export function PayDialog({ person, requests, onConfirm, onCancel }: PayDialogProps) {
  return (
    <ConfirmDialog
      open
      title={texts.askPay(requests.length)}
      confirmLabel={texts.payLabel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <DefinitionList
        rows={[
          { term: texts.payTo, value: person },
          { term: texts.payCount, value: String(requests.length) },
          { term: texts.paySum, value: formatMoney(totalShare(requests)) },
        ]}
      />
    </ConfirmDialog>
  );
}
