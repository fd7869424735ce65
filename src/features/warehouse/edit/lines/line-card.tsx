import { memo } from 'react';
import type { LineField } from '#domain/warehouse/draft-line.ts';
import { classNames } from '#ui/class-names.ts';
import {
  type CellProps,
  hasErrors,
  idOf,
  LineErrorText,
  LineInput,
  LineNumber,
  type LineProps,
  LineSum,
  RemoveButton,
  readOnlyText,
  toCellProps,
} from './line-cells.tsx';
import styles from './lines-cards.module.css';
import { texts } from './texts.ts';

const FIELDS = ['count', 'price', 'tax', 'discount', 'reason'] as const satisfies LineField[];

function PlainLineCard(props: LineProps) {
  const { line, index, count, readOnly, measure } = props;
  const cellProps = toCellProps(props);
  const { errors } = cellProps;
  return (
    <li
      ref={measure}
      data-line={line.key}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={styles.item}
    >
      <article
        aria-label={`${texts.line(index + 1)}, ${line.title}`}
        className={classNames(styles.card, hasErrors(errors) && styles.wrong)}
      >
        <header className={styles.head}>
          <span className={styles.number}>
            <LineNumber index={index} errors={errors} />
          </span>
          <div className={styles.name}>
            <h3 className={styles.title}>{line.title}</h3>
            <p>
              <span className="visually-hidden">{texts.sum} </span>
              <LineSum line={line} />
            </p>
          </div>
          {!readOnly && <RemoveButton {...cellProps} />}
        </header>
        <LineErrorText line={line} errors={errors} />
        {readOnly ? <Terms line={line} /> : <Inputs {...cellProps} />}
      </article>
    </li>
  );
}

function Inputs(props: CellProps) {
  const { line } = props;
  return (
    <div className={styles.fields}>
      {FIELDS.map(field => (
        <div key={field} className={field === 'reason' ? styles.whole : undefined}>
          <label htmlFor={idOf(line, field)} className={styles.label}>
            {field === 'count' && line.unit ? `${texts.count}, ${line.unit}` : texts[field]}
          </label>
          <LineInput {...props} field={field} />
        </div>
      ))}
    </div>
  );
}

function Terms({ line }: Pick<LineProps, 'line'>) {
  return (
    <dl className={styles.terms}>
      {FIELDS.filter(field => line[field] !== '').map(field => (
        <div key={field} className={field === 'reason' ? styles.whole : undefined}>
          <dt className={styles.label}>{texts[field]}</dt>
          <dd>{readOnlyText(line, field)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A line as a card; drawn again only when something of its own has changed. */
export const LineCard = memo(PlainLineCard);
