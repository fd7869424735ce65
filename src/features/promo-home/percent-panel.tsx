import { paths } from '#domain/paths.ts';
import { PROMOTER_PERCENT } from '#domain/promoter-share.ts';
import { formatMoney } from '#kit/money.ts';
import { useLocal } from '#state/local.ts';
import { useMoment } from '#state/use-moment.ts';
import { LinkButton } from '#ui/button.tsx';
import { ClipboardList } from '#ui/icons.ts';
import { StaleNote } from '#ui/page-states.tsx';
import { Panel } from '#ui/panel.tsx';
import { type MyPercent, readMyPercent } from './offline/my-percent.ts';
import styles from './percent-panel.module.css';
import placeStyles from './percent-place.module.css';
import { texts } from './texts.ts';

/** «Мой процент»: the month only once all of it is on this device. */
export function PercentPanel() {
  const percent = useLocal(readMyPercent, []);
  if (percent === undefined) return <div className={placeStyles.place} />;
  return (
    <Panel aria-label={texts.percent}>
      <h2>{texts.percent}</h2>
      <Content percent={percent} />
    </Panel>
  );
}

function Content({ percent }: { percent: MyPercent }) {
  const moment = useMoment();
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
        {month?.isWhole && <Sum term={texts.percentMonth} value={formatMoney(month.sum)} />}
      </dl>
      {basis && basis.known < basis.total && (
        <p className={styles.basis}>{texts.percentBasis(basis.known, basis.total)}</p>
      )}
      {isCounted && <p className={styles.basis}>{texts.percentCounted(PROMOTER_PERCENT)}</p>}
      <StaleNote when={moment(updatedAt)} />
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
