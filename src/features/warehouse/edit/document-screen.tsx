import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { answerKindOf } from '#api/problem.ts';
import type { WriteOff } from '#contract/warehouse.ts';
import { getReceipt, getWriteOff, STOCK_MODULES } from '#contract/warehouse.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatDate } from '#kit/date.ts';
import { useRemote } from '#state/remote/use-remote.ts';
import { LinkButton } from '#ui/button.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import type { Elements } from '#ui/elements.ts';
import { wouldLoseInput } from '#ui/form/open-forms.ts';
import { ArrowLeft } from '#ui/icons.ts';
import { Lock, SearchX } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { FreshLine, type RemoteReading, RemoteView } from '#ui/remote/remote-view.tsx';
import { lastSavedText } from './conflict/conflict.tsx';
import { DocumentForm } from './document-form.tsx';
import styles from './edit.module.css';
import { type Users, userName, useUsers } from './head/users.ts';
import { useLines } from './lines/line-store.ts';
import { LinesTable } from './lines/lines-table.tsx';
import { labels, texts } from './texts.ts';
import { TotalsView } from './totals/totals-view.tsx';

/** One document of the warehouse, by the module and the number in the address. */
export function DocumentScreen() {
  const { modulePrefix, id = '' } = useParams();
  const module = STOCK_MODULES.find(each => each === modulePrefix);
  const number = /^\d+$/.test(id) ? Number(id) : 0;
  if (!module || !Number.isSafeInteger(number) || number < 1) return <Navigate to={paths.notFound} replace />;
  const Document = module === 'enter' ? ReceiptById : WriteOffById;
  return <Document key={number} id={number} />;
}

function ReceiptById({ id }: { id: number }) {
  const remote = useRemote(getReceipt, { id });
  const users = useUsers();
  return (
    <DocumentLoader remote={remote} list={paths.receipts}>
      {receipt => <DocumentForm initial={receipt} remote={remote} users={users} />}
    </DocumentLoader>
  );
}

function WriteOffById({ id }: { id: number }) {
  const remote = useRemote(getWriteOff, { id });
  const users = useUsers();
  return (
    <DocumentLoader remote={remote} list={paths.writeOffs}>
      {writeOff => <WriteOffView writeOff={writeOff} users={users} />}
    </DocumentLoader>
  );
}

type DocumentLoaderProps<Value> = {
  remote: RemoteReading<Value>;
  list: typeof paths.receipts | typeof paths.writeOffs;
  children: (value: Value) => Elements;
};

/**
 * A document as it was read, below the way back to its list. What is being typed stays on the screen, also when the
 * server does not tell the document any more.
 */
function DocumentLoader<Value>({ remote, list, children }: DocumentLoaderProps<Value>) {
  const { value, problem } = remote;
  const isGone = problem !== null && answerKindOf(problem) === 'gone';
  const isShown = value !== undefined && (problem?.kind !== 'refused' || wouldLoseInput());
  return (
    <>
      <div className={styles.top}>
        <LinkButton kind="quiet" icon={<ArrowLeft size={20} />} to={pathTo(list, { page: 1 })}>
          {texts.toList}
        </LinkButton>
        {isShown && <FreshLine remote={remote} />}
      </div>
      {isShown ? (
        children(value)
      ) : (
        <RemoteView
          remote={remote}
          refused={isGone ? <EmptyState icon={<SearchX size={40} />}>{texts.gone}</EmptyState> : undefined}
        >
          {children}
        </RemoteView>
      )}
    </>
  );
}

/** A write-off, to be looked at: nothing saves one. */
function WriteOffView({ writeOff, users }: { writeOff: WriteOff; users: Users }) {
  const { nomenclature, VAT } = writeOff;
  const lines = useLines(nomenclature);
  const { startFrom } = lines;
  useEffect(() => startFrom(nomenclature), [startFrom, nomenclature]);
  return (
    <article className={styles.document} aria-label={texts.writeOffOf(writeOff.transfer_code)}>
      <PageTitle>{texts.writeOffOf(writeOff.transfer_code)}</PageTitle>
      <p className={styles.readOnly}>
        <Lock size={20} />
        <span>{texts.readOnly}</span>
      </p>
      <DefinitionList rows={rowsOf(writeOff, users)} />
      <section className={styles.lines} aria-label={texts.lines}>
        <h2>{texts.lines}</h2>
        <LinesTable lines={lines} readOnly />
        <TotalsView
          lines={lines.lines}
          vat={VAT === null ? '' : String(VAT)}
          vatIncluded={writeOff.VAT_included === 1}
        />
      </section>
      <p className={styles.saved}>{lastSavedText(writeOff)}</p>
    </article>
  );
}

function rowsOf(writeOff: WriteOff, users: Users) {
  const { contract_id, VAT } = writeOff;
  return [
    { term: labels.transfer_code, value: writeOff.transfer_code },
    { term: labels.transfer_date, value: formatDate(writeOff.transfer_date) },
    { term: labels.loss_from, value: writeOff.loss_from },
    { term: labels.contract_id, value: contract_id === null ? '' : userName(users, String(contract_id)) },
    { term: labels.income_code, value: writeOff.income_code },
    { term: labels.income_date, value: writeOff.income_date && formatDate(writeOff.income_date) },
    { term: labels.VAT, value: VAT === null ? texts.withoutVat : String(VAT).replace('.', ',') },
    { term: labels.VAT_included, value: VAT === null ? '' : yesOrNo(writeOff.VAT_included) },
    { term: labels.carried, value: yesOrNo(writeOff.carried) },
    { term: labels.description, value: writeOff.description },
  ];
}

function yesOrNo(flag: 0 | 1): string {
  return flag === 1 ? texts.yes : texts.no;
}
