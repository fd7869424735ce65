import { formatMoney } from '#kit/money.ts';
import { barsOf, type Figures } from './figures.ts';
import { percentText, ShareBar } from './share-bar.tsx';
import styles from './statistics.module.css';
import { texts } from './texts.ts';

/** Who brings how much of the sum: the first ten, and the others together. The table beside it has it all in figures. */
export function SharePlot({ rows }: { rows: readonly Figures[] }) {
  const { bars, others } = barsOf(rows);
  if (rows.length < 2 || bars.length === 0) return null;
  const all = [
    ...bars.map(({ key, name, sum, part }) => ({ key, name, part, amount: formatMoney(sum) })),
    ...(others ? [{ key: 'others', name: texts.others(others.count), part: others.part, amount: '' }] : []),
  ];
  const parts = all.map(({ name, part }) => `${name} ${percentText(part)}`).join(', ');
  return (
    <figure className={styles.plot} role="img" aria-label={texts.barsOf(parts)}>
      <figcaption className={styles.plotTitle}>{texts.bars}</figcaption>
      {all.map(({ key, name, part, amount }) => (
        <div key={key} className={styles.line}>
          <span className={styles.name}>{name}</span>
          <span className={styles.percent}>{percentText(part)}</span>
          <ShareBar part={part} />
          <span className={styles.amount}>{amount}</span>
        </div>
      ))}
    </figure>
  );
}
