import { useParams, useSearchParams } from 'react-router-dom';
import { getModerationRequest, type ModerationRequest } from '#contract/moderation.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { RequestFacts } from '#features/request-facts/index.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { LinkButton } from '#ui/button.tsx';
import { ArrowLeft } from '#ui/icons.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { RemoteView } from '#ui/remote/remote-view.tsx';
import { ToForbidden } from '#ui/to-forbidden.tsx';
import styles from './reports.module.css';
import { texts } from './texts.ts';

/** Anybody's request as a moderator sees it, with the way back to its report. */
export function ModerationRequestScreen() {
  const id = Number(useParams().id);
  if (!Number.isSafeInteger(id) || id < 1) return <ToForbidden status={404} />;
  return <RequestById key={id} id={id} />;
}

function RequestById({ id }: { id: number }) {
  const remote = useRemote(getModerationRequest, { id });
  return (
    <div className={styles.request}>
      <PageTitle>{remote.value ? texts.requestOf(remote.value.fullcode) : texts.requestTitle}</PageTitle>
      <BackToReport request={remote.value} />
      <RemoteView remote={remote}>{request => <RequestFacts request={request} />}</RemoteView>
    </div>
  );
}

/** To the report that the request stands in; until that is known, to the one that the reader came from. */
function BackToReport({ request }: { request: ModerationRequest | undefined }) {
  const [search] = useSearchParams();
  const reportParam = search.get('report');
  const reportOfRequest = request?.report?.id ?? request?.promo_report_id;
  const report = reportOfRequest ?? (reportParam !== null && /^\d+$/.test(reportParam) ? reportParam : null);
  if (report === null) return null;
  return (
    <div>
      <LinkButton
        kind="quiet"
        icon={<ArrowLeft size={20} />}
        to={pathTo(paths.moderationReport, { id: report })}
      >
        {texts.reportOf(report)}
      </LinkButton>
    </div>
  );
}
