import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { PageTitle } from '#ui/page-title.tsx';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { ToForbidden } from '#ui/to-forbidden.tsx';
import { texts } from '../texts.ts';
import { ReportView } from './report-view.tsx';
import { usePayments } from './use-payments.ts';
import { useReport } from './use-report.ts';

/** One report, by the number in the address. */
export function ReportScreen() {
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id < 1) return <ToForbidden status={404} />;
  return <ReportOf key={id} id={id} />;
}

function ReportOf({ id }: { id: number }) {
  const held = useReport(id);
  const payments = usePayments(held);
  const { remote } = held;
  const { checkUnknown: learn } = payments;
  const hasReport = remote.value !== undefined;
  // Once there are rows, reading again is also how the outcome of lost answers is learnt.
  const reading = useMemo(
    () => (hasReport ? { ...remote, reload: learn } : remote),
    [remote, hasReport, learn],
  );
  return (
    <>
      <PageTitle>{texts.reportOf(id)}</PageTitle>
      <RemoteView remote={reading}>
        {report => <ReportView report={report} held={held} payments={payments} />}
      </RemoteView>
    </>
  );
}
