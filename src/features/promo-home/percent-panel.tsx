import { paths } from '#domain/paths.ts';
import { PROMOTER_PERCENT } from '#domain/promoter-share.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { useLocal } from '#state/local.ts';
import { readChangedSinceSeen } from '#storage/seen-requests.ts';
import { LinkButton } from '#ui/button.tsx';
import { ClipboardList } from '#ui/icons.ts';
import { Sparkles } from '#ui/icons-of-screens.ts';
import { StaleNote } from '#ui/page-states.tsx';
import { Panel } from '#ui/panel.tsx';
import { type MyPercent, readMyPercent } from './offline/my-percent.ts';
import styles from './percent-panel.module.css';
import placeStyles from './percent-place.module.css';
import { texts } from './texts.ts';

/** «Новое: 3» and «Мой процент». */
export function PercentPanel() {
  const percent = useLocal(readMyPercent, []);
  const changed = useLocal(async ({ cache }) => (await readChangedSinceSeen(cache)).length, []);
  if (percent === undefined || changed === undefined) return <div className={placeStyles.place} />;
  return (
    <>
      {changed > 0 && (
        <LinkButton to={paths.orders} wide icon={<Sparkles size={20} />}>
          {texts.changed(changed)}
        </LinkButton>
      )}
      <Panel aria-label={texts.percent}>
        <h2>{texts.percent}</h2>
        <Content percent={percent} />
      </Panel>
    </>
  );
}

function Content({ percent }: { percent: MyPercent }) {
  if (percent.state === 'unknown') return <p>{texts.percentUnknown}</p>;
  if (percent.state === 'empty') {
    return (
      <>
        <p>{texts.percentEmpty(PROMOTER_PERCENT)}</p>
        <LinkButton to={paths.orderAdd} icon={<ClipboardList size={20} />} className={styles.first}>
          {texts.place}
        </LinkButton>
      </>
    );
  }
  const { paid, waiting, month, basis, isCounted, updatedAt } = percent;
  return (
    <>
      <dl className={styles.sums}>
        <Sum term={texts.percentPaid} value={formatMoney(paid)} />
        <Sum term={texts.percentWaiting} value={formatMoney(waiting)} />
        <Sum term={texts.percentMonth} value={month ? formatMoney(month.sum) : texts.percentMonthUnknown} />
      </dl>
      {basis && basis.known < basis.total && (
        <p className={styles.basis}>{texts.percentBasis(basis.known, basis.total)}</p>
      )}
      {month && !month.isWhole && <p className={styles.basis}>{texts.percentMonthPart(month.count)}</p>}
      {isCounted && <p className={styles.basis}>{texts.percentCounted(PROMOTER_PERCENT)}</p>}
      <StaleNote when={formatDate(updatedAt, true)} />
    </>
  );
}

function Sum({ term, value }: { term: string; value: string }) {
  return (
    <div className={styles.sum}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
