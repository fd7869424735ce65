import { type ReactNode, useState } from 'react';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { SelectField } from '../form/select-field.tsx';
import { ChevronDown } from '../icons.ts';
import { LoadMore } from '../load-more.tsx';
import styles from './cards.module.css';
import { type Column, hasTotals, isAmount, nameColumn, type Sort, textOf, totalOf } from './column.ts';
import type { RowsView } from './grid.tsx';
import { SelectAll, SelectRow } from './select-all.tsx';
import { texts } from './texts.ts';

/** So many cards come at once: more make a cheap phone stutter. */
const CARDS_AT_ONCE = 50;

/** The rows on a phone: name and what counts most in one line, all else below it. */
export function Cards<Row>(props: RowsView<Row>) {
  const { caption, rows, keys, columns, selection, busy } = props;
  const [count, setCount] = useState(CARDS_AT_ONCE);
  const shown = rows.slice(0, count);
  return (
    <section className={styles.cards} aria-label={caption} aria-busy={busy || undefined}>
      {hasTotals(columns) && <TotalsCard columns={columns} rows={rows} />}
      {selection && <SelectAll selection={selection} label={texts.selectAll} />}
      <ul className={styles.list}>
        {shown.map((row, index) => (
          <li key={keys[index]}>
            <RowCard {...props} row={row} index={index} />
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={rows.length > count}
        loading={false}
        loaded={shown.length}
        onMore={() => setCount(count + CARDS_AT_ONCE)}
      />
    </section>
  );
}

function RowCard<Row>(props: RowsView<Row> & { row: Row; index: number }) {
  const { row, index, keys, columns, selection, toneOf, rowActions } = props;
  const named = nameColumn(columns);
  const rowKey = keys[index];
  if (!named || rowKey === undefined) return null;
  const title = textOf(named, row);
  const main = columns.find(column => column.isMain && column !== named);
  const tone = toneOf?.(row);
  const selected = selection?.isSelected(rowKey) ?? false;
  return (
    <article
      className={classNames(styles.card, tone && styles[tone], selected && styles.selected)}
      aria-label={title}
    >
      <header className={styles.head}>
        {selection && (
          <SelectRow index={index} selected={selected} name={title} tabbable onToggle={selection.toggle} />
        )}
        <h3 className={styles.title}>{named.cell ? named.cell(row) : title}</h3>
        {main && (
          <span className={styles.amount}>
            <span className="visually-hidden">{`${main.title}: `}</span>
            <span>{contentOf(main, row)}</span>
          </span>
        )}
        {rowActions?.(row)}
      </header>
      <Terms
        columns={columns.filter(column => column !== named && column !== main)}
        contentOf={column => contentOf(column, row)}
      />
    </article>
  );
}

/** What is shown in a cell; empty where the value is, unless the column draws something of its own. */
function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  return column.cell ? column.cell(row) : textOf(column, row);
}

function TotalsCard<Row>({ columns, rows }: { columns: readonly Column<Row>[]; rows: readonly Row[] }) {
  return (
    <article className={classNames(styles.card, styles.totals)} aria-label={texts.total}>
      <h3 className={styles.title}>{texts.total}</h3>
      <Terms
        columns={columns}
        contentOf={({ totalCell, ...column }) => totalCell?.(rows) ?? totalOf(column, rows)}
      />
    </article>
  );
}

type TermsProps<Row> = {
  columns: readonly Column<Row>[];
  contentOf: (column: Column<Row>) => ReactNode;
};

function Terms<Row>({ columns, contentOf }: TermsProps<Row>) {
  return (
    <dl className={styles.terms}>
      {columns.map(column => {
        const content = contentOf(column);
        if (content === '' || content === null || content === undefined || content === false) return null;
        return (
          <div key={column.id}>
            <dt>{column.title}</dt>
            <dd className={isAmount(column.kind) ? styles.amount : undefined}>{content}</dd>
          </div>
        );
      })}
    </dl>
  );
}

type CardSortProps<Row> = {
  columns: readonly Column<Row>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
};

/** Cards have no titles of columns to press: what they are sorted by is chosen from a list. */
export function CardSort<Row>({ columns, sort, onSort }: CardSortProps<Row>) {
  return (
    <div className={styles.sort}>
      <SelectField
        label={texts.sorting}
        labelHidden
        placeholder={null}
        options={columns
          .filter(({ sortable }) => sortable !== false)
          .map(({ id, title }) => ({ id, name: title }))}
        value={sort.id}
        onChange={event => onSort({ id: event.target.value, desc: false })}
      />
      <IconButton
        label={sort.desc ? texts.descending : texts.ascending}
        icon={<ChevronDown size={20} className={sort.desc ? undefined : styles.up} />}
        onClick={() => onSort({ id: sort.id, desc: !sort.desc })}
      />
    </div>
  );
}
