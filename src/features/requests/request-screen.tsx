import { useParams } from 'react-router-dom';
import { type Request, shownType } from '#contract/requests.ts';
import { paths } from '#domain/paths.ts';
import { contactName, findByPhones } from '#features/contacts/index.ts';
import { factTexts, RequestFacts } from '#features/request-facts/index.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import { formatPhone } from '#kit/phone.ts';
import { type LocalContext, useLocal } from '#state/local.ts';
import { useMoment } from '#state/use-moment.ts';
import { useRefresh } from '#state/use-refresh.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import type { Elements } from '#ui/elements.ts';
import { RefreshCw, Share2 } from '#ui/icons-of-screens.ts';
import { StaleNote } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure, describeStale } from '#ui/remote/answer-fault.ts';
import { FailureState } from '#ui/remote/failure-state.tsx';
import { shareText } from '#ui/share-text.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { mustLeave, ToForbidden } from '#ui/to-forbidden.tsx';
import { notify } from '#ui/toast.tsx';
import { NewChip, useChanged } from './new-chip.tsx';
import { pullRequest, readRequest } from './offline/request-copy.ts';
import styles from './request.module.css';
import { texts } from './texts.ts';

/** One request of the promoter, by the code number in the address. */
export function RequestScreen() {
  const codeNumber = Number(useParams().codeNumber);
  if (!Number.isSafeInteger(codeNumber)) return <ToForbidden status={404} />;
  return (
    <RequestDetails
      key={codeNumber}
      codeNumber={codeNumber}
      head={code => <PageTitle>{code ? texts.titleOf(code) : factTexts.title}</PageTitle>}
    />
  );
}

type RequestDetailsProps = {
  codeNumber: number;
  /** Above everything, of a screen of its own; the code is '' while the request is not here. */
  head?: (fullcode: string) => Elements;
};

/** One request by its code number: the last copy at once, a fresh one as soon as it comes. */
export function RequestDetails({ codeNumber, head }: RequestDetailsProps) {
  const refresh = useRefresh(context => pullRequest(context, codeNumber), String(codeNumber));
  const reading = useLocal(
    async context => ({ request: await readRequest(context, codeNumber) }),
    [codeNumber],
  );
  const moment = useMoment();
  const { problem, busy } = refresh;
  const handleRetry = () => void refresh.run();
  // Only an answer may say "forbidden": lack of network never does. Beside a list that is told in place.
  const isRefused = problem !== null && mustLeave(problem);
  if (isRefused && head) return <ToForbidden status={problem.status} />;
  if (!reading?.request) {
    const failure = problem && describeFailure(problem, isRefused ? '' : texts.unseen);
    return (
      <>
        {head?.('')}
        {failure && !busy ? <FailureState failure={failure} onRetry={handleRetry} /> : <Skeleton cards={1} />}
      </>
    );
  }
  const stale = describeStale(problem, texts.stale);
  return (
    <div className={styles.screen}>
      {head?.(reading.request.fullcode)}
      <StaleNote when={moment(reading.request.refreshedAt)} busy={busy} onRefresh={handleRetry} />
      <ProblemLine polite {...stale}>
        {stale?.why}
      </ProblemLine>
      <RequestView request={reading.request} />
    </div>
  );
}

/** Everything that a promoter's device knows of a request, and what can be done with it there. */
function RequestView({ request }: { request: RequestRow }) {
  const isChanged = useChanged().some(({ id }) => id === request.id);
  const title = texts.titleOf(request.fullcode);
  const handleShare = async () => {
    const result = await shareText(title, requestText(request));
    if (result === 'copied') notify({ title, message: texts.copied });
    if (result === 'failed') notify({ type: 'warning', title, message: texts.copyFailed });
  };
  return (
    <>
      <RequestFacts request={request} mark={isChanged && <NewChip request={request} />} />
      <div className={styles.actions}>
        <OrderAgain request={request} />
        <Button icon={<Share2 size={20} />} onClick={() => void handleShare()}>
          {texts.share}
        </Button>
      </div>
    </>
  );
}

function requestText(request: Request): string {
  const { fullcode, state_name, client_fio, phones, work_name, address, broken, date_add, tofirm } = request;
  const lines = [
    `${texts.titleOf(fullcode)} (${factTexts.type[shownType(request)]})`,
    state_name,
    client_fio,
    ...phones.map(phone => formatPhone(phone.full_phone)),
    work_name,
    address,
    broken,
    formatDate(date_add),
    tofirm === null ? '' : `${factTexts.amount}: ${formatMoney(tofirm)}`,
  ];
  return lines.filter(Boolean).join('\n');
}

/** Leads to the form of the same kind, filled from this request, for the same person, if this device knows whom the phones belong to. */
function OrderAgain({ request }: { request: Request }) {
  const contact = useLocal(context => readClient(context, request), [request.id]);
  if (!contact) return null;
  const form = request.type === 'point' ? paths.orderAddPoint : paths.orderAddBasa;
  const query = new URLSearchParams({ repeat: '1', contact, request: String(request.code_number) });
  return (
    <LinkButton to={`${form}?${query}`} icon={<RefreshCw size={20} />}>
      {texts.orderAgain}
    </LinkButton>
  );
}

/** The key of the request's contact. Of several people behind one phone the one with the client's name. */
async function readClient(context: LocalContext, { phones, client_fio }: Request): Promise<string | null> {
  const numbers = phones.map(phone => phone.full_phone);
  const found = await findByPhones(context, numbers);
  const words = (name: string) => normaliseText(name).split(' ').sort().join(' ');
  const named = found.find(contact => words(contactName(contact)) === words(client_fio));
  return (named ?? found[0])?.key ?? null;
}
