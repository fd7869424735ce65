import { memo, type RefObject } from 'react';
import type { LineField } from '#domain/warehouse/draft-line.ts';
import { classNames } from '#ui/class-names.ts';
import { ROLES } from '#ui/table/long-table.ts';
import type { Slot } from '#ui/table/use-window.ts';
import {
  hasErrors,
  LineErrorText,
  LineInput,
  LineNumber,
  type LineProps,
  LineSum,
  RemoveButton,
  readOnlyText,
} from './line-cells.tsx';
import { LINE_FIELDS } from './line-errors.ts';
import styles from './lines-grid.module.css';
import { texts } from './texts.ts';

export type RenderedLinesProps = {
  count: number;
  readOnly: boolean;
  slots: readonly Slot[];
  /** The box that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  /** Whether the box is of limited height, because not all lines are drawn. */
  windowed: boolean;
  propsAt: (index: number) => LineProps | null;
};

const COLUMNS = ['number', 'title', ...LINE_FIELDS, 'sum'] as const;

/** The columns whose words stand at the left. */
const WORDS: readonly (typeof COLUMNS)[number][] = ['number', 'title', 'reason'];

/** The lines as a table, where there is room for columns. Its titles stay in sight. */
export function LinesGrid({ count, readOnly, slots, scroller, propsAt }: RenderedLinesProps) {
  return (
    <div ref={scroller} className={styles.scroller}>
      <table
        {...ROLES.table}
        aria-rowcount={count + 1}
        className={classNames(styles.table, readOnly && styles.readOnly)}
      >
        <caption className={styles.caption}>{texts.caption}</caption>
        <thead {...ROLES.group} className={styles.thead}>
          <tr {...ROLES.row} aria-rowindex={1}>
            {COLUMNS.map(column => (
              <th
                {...ROLES.columnHeader}
                key={column}
                scope="col"
                className={classNames(styles.head, !WORDS.includes(column) && styles.amount)}
              >
                {texts[column]}
              </th>
            ))}
            {!readOnly && (
              <th {...ROLES.columnHeader} scope="col" className={styles.head}>
                <span className="visually-hidden">{texts.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...ROLES.group}>
          {slots.map(slot => {
            if ('gapPx' in slot) return <Gap key={`gap-${slot.after}`} gapPx={slot.gapPx} />;
            const props = propsAt(slot.row);
            return props && <LineRow key={props.line.key} {...props} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The lines that are not in the document, as high as they would be. */
function Gap({ gapPx }: { gapPx: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" className={styles.gap}>
      <td style={{ height: gapPx }} />
    </tr>
  );
}

function PlainLineRow(props: LineProps) {
  const { line, index, errors, readOnly, measure } = props;
  return (
    <tr
      {...ROLES.row}
      ref={measure}
      data-line={line.key}
      data-index={index}
      aria-rowindex={index + 2}
      className={classNames(styles.row, hasErrors(errors) && styles.wrong)}
    >
      <td {...ROLES.cell} className={styles.number}>
        <LineNumber index={index} errors={errors} />
      </td>
      <th {...ROLES.rowHeader} scope="row" className={styles.title}>
        <span>{line.title}</span>
        <LineErrorText line={line} errors={errors} />
      </th>
      {LINE_FIELDS.map(field => (
        <td {...ROLES.cell} key={field} className={classOf(field, readOnly)}>
          {readOnly ? readOnlyText(line, field) : <Control {...props} field={field} />}
        </td>
      ))}
      <td {...ROLES.cell} className={styles.amount}>
        <LineSum line={line} />
      </td>
      {!readOnly && (
        <td {...ROLES.cell} className={styles.action}>
          <RemoveButton {...props} />
        </td>
      )}
    </tr>
  );
}

function Control(props: LineProps & { field: LineField }) {
  const { field, line } = props;
  if (field !== 'count') return <LineInput {...props} />;
  return (
    <span className={styles.counted}>
      <span className={styles.control}>
        <LineInput {...props} />
      </span>
      <span className={styles.unit}>{line.unit}</span>
    </span>
  );
}

function classOf(field: LineField, readOnly: boolean): string | undefined {
  if (!readOnly) return styles.field;
  return field === 'reason' ? styles.text : styles.amount;
}

/** A line as a row; drawn again only when something of its own has changed. */
const LineRow = memo(PlainLineRow);
