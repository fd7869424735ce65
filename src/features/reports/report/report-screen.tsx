import { ById } from '#ui/by-id.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { FreshLine, RemoteView } from '#ui/remote/remote-view.tsx';
import { texts } from '../texts.ts';
import { LoadedReport } from './loaded-report.tsx';
import { useLastRead } from './report-place.ts';
import { usePayments } from './use-payments.ts';
import { useReport } from './use-report.ts';

/** One report, by the number in the address. */
export const ReportScreen = () => <ById>{id => <ReportById id={id} />}</ById>;

function ReportById({ id }: { id: number }) {
  const remoteReport = useReport(id);
  const payments = usePayments(remoteReport);
  useLastRead(id);
  const { remote } = remoteReport;
  const { checkUnknown } = payments;
  const hasReport = remote.value !== undefined;
  // Once there are rows, reading again is also how the outcome of lost answers is learnt.
  const reading = hasReport ? { ...remote, reload: checkUnknown } : remote;
  return (
    <>
      <PageTitle>{texts.reportOf(id)}</PageTitle>
      <RemoteView remote={reading} freshElsewhere>
        {report => (
          <LoadedReport
            report={report}
            remoteReport={remoteReport}
            payments={payments}
            fresh={<FreshLine remote={reading} />}
          />
        )}
      </RemoteView>
    </>
  );
}
