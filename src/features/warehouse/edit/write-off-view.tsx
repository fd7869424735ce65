import { useEffect } from 'react';
import type { WriteOff } from '#contract/warehouse.ts';
import { formatDate } from '#kit/date.ts';
import { DefinitionList } from '#ui/definition-list.tsx';
import { Lock } from '#ui/icons-of-screens.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { lastSavedText } from './conflict/conflict.tsx';
import styles from './edit.module.css';
import { type Users, userName } from './head/users.ts';
import { LinesTable } from './lines/lines-table.tsx';
import { useLines } from './lines/use-lines.ts';
import { labels, texts } from './texts.ts';
import { TotalsView } from './totals/totals-view.tsx';

/** A write-off, to be looked at: nothing saves one. */
export function WriteOffView({ writeOff, users }: { writeOff: WriteOff; users: Users }) {
  const { nomenclature, VAT } = writeOff;
  const lines = useLines(nomenclature);
  const { startFrom } = lines;
  useEffect(() => startFrom(nomenclature), [startFrom, nomenclature]);
  return (
    <article className={styles.document} aria-label={texts.writeOffOf(writeOff.transfer_code)}>
      <PageTitle>{texts.writeOffOf(writeOff.transfer_code)}</PageTitle>
      <p className={styles.readOnly}>
        <Lock size={20} />
        {texts.readOnly}
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
