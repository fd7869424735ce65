import { Link } from 'react-router-dom';
import type { ModerationRequest } from '#contract/moderation.ts';
import type { Report } from '#contract/reports.ts';
import { paths } from '#domain/paths.ts';
import { formatDate } from '#kit/date.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { DefinitionList } from '#ui/definition-list.tsx';
import type { Elements } from '#ui/elements.ts';
import { Panel } from '#ui/panel.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { texts } from '../texts.ts';
import { PaidCheckbox } from './paid-checkbox.tsx';
import { useTakeBack } from './take-back.tsx';
import type { Payments } from './use-payments.ts';
import type { ReportRow } from './use-report-rows.ts';

type PaymentPanelProps = { request: ModerationRequest; children?: Elements };

/** Whose request it is, when it was paid and by whom; below it is paid, where it stands in a report. */
export function PaymentPanel({ request: { promoter, payment }, children }: PaymentPanelProps) {
  const owner = promoter && <Link to={`${paths.moderation}?promoter=${promoter.id}`}>{promoter.name}</Link>;
  const paidAt = payment && [formatDate(payment.at, true), payment.by].filter(Boolean).join(', ');
  return (
    <Panel aria-label={texts.payment}>
      <DefinitionList
        rows={[
          { term: texts.promoter, value: owner },
          { term: texts.paidAt, value: paidAt },
        ]}
      />
      {children}
    </Panel>
  );
}

type PaymentSwitchProps = { report: Report; row: ReportRow; onPress: Payments['press']; onCheck: () => void };

/** Pays one request of a report, or takes the payment back after a question. */
export function PaymentSwitch({ report, row, onPress, onCheck }: PaymentSwitchProps) {
  const blocked = blockedBecause(useBlockedReason());
  const { press, question } = useTakeBack(onPress);
  const unpayable = report.closed_at === null ? blocked : texts.readOnly;
  return (
    <>
      <PaidCheckbox {...row} blocked={unpayable} onPress={press} onCheck={onCheck} />
      {unpayable && <p>{unpayable}</p>}
      {question}
    </>
  );
}
