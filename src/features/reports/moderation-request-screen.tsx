import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { getModerationRequest, type ModerationRequest } from '#contract/moderation.ts';
import type { Request } from '#contract/requests.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { RequestFacts } from '#features/request-facts/index.ts';
import { formatDate } from '#kit/date.ts';
import { readId } from '#kit/read-id.ts';
import { useBlockedReason } from '#state/remote/use-action.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { LinkButton } from '#ui/button.tsx';
import { ById } from '#ui/by-id.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import type { Elements } from '#ui/elements.ts';
import { ArrowLeft } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure } from '#ui/remote/answer-fault.ts';
import { FreshLine, RemoteView } from '#ui/remote/remote-view.tsx';
import { blockedBecause } from '#ui/remote/texts.ts';
import { StepButtons } from '#ui/side-panel.tsx';
import { usePanelKeys } from '#ui/use-panel-keys.ts';
import { PaidCheckbox } from './report/paid-checkbox.tsx';
import { rememberOpenedRow } from './report/report-place.ts';
import { useTakeBack } from './report/take-back.tsx';
import { usePayments } from './report/use-payments.ts';
import { useReport } from './report/use-report.ts';
import { useReportRows } from './report/use-report-rows.ts';
import styles from './reports.module.css';
import { texts } from './texts.ts';

/** Anybody's request as a moderator sees it, with its payment and the way to its report and its neighbours there. */
export const ModerationRequestScreen = () => <ById>{id => <RequestById id={id} />}</ById>;

function RequestById({ id }: { id: number }) {
  const remote = useRemote(getModerationRequest, { id });
  const [search] = useSearchParams();
  const request = remote.value;
  // Until it is known in which report it stands, the one that the reader came from.
  const report = request?.report?.id ?? request?.promo_report_id ?? readId(search.get('report'));
  return (
    <div className={styles.request}>
      <PageTitle>{request ? texts.requestOf(request.fullcode) : texts.request}</PageTitle>
      {request === undefined && report !== null && <Place report={report} />}
      <RemoteView remote={remote} freshElsewhere>
        {request => (
          <>
            {report === null ? <Sides request={request} /> : <InReport request={request} id={report} />}
            <FreshLine remote={remote} />
          </>
        )}
      </RemoteView>
    </div>
  );
}

/** With what its report says of it: that is what is paid, and what stands before and after it. */
function InReport({ request, id }: { request: ModerationRequest; id: number }) {
  const remoteReport = useReport(id);
  const payments = usePayments(remoteReport);
  const { remote } = remoteReport;
  const report = remote.value;
  const blocked = blockedBecause(useBlockedReason());
  const unpayable = report?.closed_at === null ? blocked : texts.readOnly;
  const { press, question } = useTakeBack(payments.press);
  const failure = report ? null : remote.problem && describeFailure(remote.problem, texts.reportNotRead(id));
  const requests = report?.promo_requests ?? [];
  const row = useReportRows(requests, payments.stateOf).find(each => each.request.id === request.id);
  // What has been changed here is told at the switch.
  const payment = row === undefined || row.state.step === 'idle' ? request.payment : null;
  return (
    <>
      <Place report={id} request={request.id} among={requests} />
      <Sides request={{ ...request, paid: row?.request.paid ?? request.paid, payment }}>
        <ProblemLine {...failure} busy={remote.busy} onRetry={() => void remote.reload()}>
          {failure?.why}
        </ProblemLine>
        {report && row && (
          <>
            <PaidCheckbox {...row} blocked={unpayable} onPress={press} onCheck={payments.checkUnknown} />
            {unpayable && <p>{unpayable}</p>}
            {question}
          </>
        )}
      </Sides>
    </>
  );
}

/** What is true of the request, and beside it whose it is, when it was paid and by whom, and what can be done about it. */
function Sides({ request, children }: { request: ModerationRequest; children?: Elements }) {
  const { promoter, payment } = request;
  const owner = promoter && <Link to={`${paths.moderation}?promoter=${promoter.id}`}>{promoter.name}</Link>;
  const paidAt = payment && [formatDate(payment.at, true), payment.by].filter(Boolean).join(', ');
  return (
    <div className={styles.sides}>
      <div className={styles.facts}>
        <RequestFacts request={request} />
      </div>
      <Panel aria-label={texts.payment}>
        <DefinitionList
          rows={[
            { term: texts.promoter, value: owner },
            { term: texts.paid, value: paidAt },
          ]}
        />
        {children}
      </Panel>
    </div>
  );
}

type PlaceProps = { report: number; request?: number; among?: readonly Request[] };

/** The way to the report, and to what stands before and after this request in it: also by k and j, and Escape. */
function Place({ report, request, among = [] }: PlaceProps) {
  const navigate = useNavigate();
  const toReport = pathTo(paths.moderationReport, { id: report });
  const at = among.findIndex(each => each.id === request);
  const stepTo = (neighbour: Request | undefined) =>
    neighbour && at >= 0
      ? () => {
          rememberOpenedRow(report, neighbour.id);
          const path = pathTo(paths.moderationRequest, { id: neighbour.id });
          navigate(`${path}?report=${report}`, { replace: true });
        }
      : null;
  const onPrevious = stepTo(among[at - 1]);
  const onNext = stepTo(among[at + 1]);
  usePanelKeys({ onPrevious, onNext, onClose: () => navigate(toReport) });
  return (
    <div className={styles.place}>
      <LinkButton kind="quiet" icon={<ArrowLeft size={20} />} to={toReport}>
        {texts.reportOf(report)}
      </LinkButton>
      {at >= 0 && (
        <>
          <span className="numbers">{texts.progress(at + 1, among.length)}</span>
          <StepButtons words={texts.steps} onPrevious={onPrevious} onNext={onNext} />
        </>
      )}
    </div>
  );
}
