import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LineField } from '#domain/warehouse/draft-line.ts';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { usePrinting } from '#ui/table/use-printing.ts';
import { useStable } from '#ui/table/use-stable.ts';
import { LONG_FROM } from '#ui/table/use-window.ts';
import { PHONE, useMedia } from '#ui/use-media.ts';
import type { LineProps } from './line-cells.tsx';
import {
  type CellProps,
  hasErrors,
  idOf,
  LineErrorText,
  LineInput,
  LineNumber,
  LineSum,
  RemoveButton,
  readOnlyText,
  toCellProps,
} from './line-cells.tsx';
import styles from './lines-cards.module.css';
import type { RenderedLinesProps } from './lines-grid.tsx';
import { LinesGrid } from './lines-grid.tsx';
import { RestoreBar } from './restore-bar.tsx';
import { texts } from './texts.ts';
import { type LineFocus, useLineFocus } from './use-line-focus.ts';
import { useLineWindow } from './use-line-window.ts';
import type { Lines } from './use-lines.ts';

type LinesTableProps = { lines: Lines; readOnly: boolean };

/** The usual height of a line that was never drawn: a row, a card with its fields, one without. */
const ESTIMATED_PX = { row: 48, card: 340, shortCard: 220 };

/** The lines of a document, to be edited where they may be: rows, on a phone cards. Of many only those in sight are drawn. */
export function LinesTable({ lines, readOnly }: LinesTableProps) {
  const container = useRef<HTMLElement>(null);
  const focus = useLineFocus({ lines: lines.lines, container, onTouch: lines.touch });
  const { said: announcement, remove, restore } = useRemoveAndRestore(lines, focus);
  usePendingFocus(lines, focus);
  const last = lines.lastRemoved;
  return (
    <section ref={container} aria-label={texts.caption} {...focus.handlers}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {lines.lines.length === 0 ? (
        <EmptyState>{texts.empty}</EmptyState>
      ) : (
        <RenderedLines lines={lines} readOnly={readOnly} activeKey={focus.activeKey} remove={remove} />
      )}
      {last && <RestoreBar removed={lines.removed} title={last.line.title} onRestore={restore} />}
    </section>
  );
}

type RenderedLinesAndFocus = LinesTableProps & { activeKey: string | null; remove: (key: string) => void };

function RenderedLines({ lines: all, readOnly, activeKey, remove }: RenderedLinesAndFocus) {
  const { lines, refusals, touched, showsAllErrors, change } = all;
  const printing = usePrinting();
  const isPhone = useMedia(PHONE) && !printing;
  const scroller = useRef<HTMLDivElement>(null);
  const windowed = !printing && lines.length >= LONG_FROM;
  const { slots, measure } = useLineWindow({
    lines,
    windowed,
    scroller,
    keepIndex: lines.findIndex(({ key }) => key === activeKey),
    estimatePx: estimatePxOf(isPhone, readOnly),
  });
  const actions = useMemo(() => ({ change, remove }), [change, remove]);
  const propsAt = (index: number): LineProps | null => {
    const line = lines[index];
    if (!line) return null;
    const visibility = {
      refused: refusals.get(line.key),
      touched: touched.get(line.key),
      showsAllErrors,
    };
    return { ...visibility, line, index, count: lines.length, readOnly, actions, measure };
  };
  const LineList = isPhone ? LinesCards : LinesGrid;
  return (
    <LineList
      readOnly={readOnly}
      slots={slots}
      scroller={scroller}
      windowed={windowed}
      propsAt={propsAt}
      count={lines.length}
    />
  );
}

function estimatePxOf(isPhone: boolean, readOnly: boolean): number {
  if (!isPhone) return ESTIMATED_PX.row;
  return readOnly ? ESTIMATED_PX.shortCard : ESTIMATED_PX.card;
}

/** Where somebody outside wants to lead: to an error, to a line that was just added. */
function usePendingFocus({ pendingFocus, clearPendingFocus }: Lines, { moveFocus }: LineFocus): void {
  useLayoutEffect(() => {
    if (!pendingFocus) return;
    moveFocus(pendingFocus, 'center');
    clearPendingFocus(pendingFocus);
  }, [pendingFocus, clearPendingFocus, moveFocus]);
}

/** Removing and bringing back: each is said to readers, and the focus never falls out of the table. */
function useRemoveAndRestore(all: Lines, { moveFocus }: LineFocus) {
  const [announcement, setAnnouncement] = useState('');
  const remove = useStable((key: string) => {
    const { lines } = all;
    const index = lines.findIndex(line => line.key === key);
    const line = lines[index];
    if (!line) return;
    const adjacent = lines[index + 1] ?? lines[index - 1];
    all.remove(key);
    moveFocus(adjacent ? { key: adjacent.key, field: null } : 'restore');
    setAnnouncement(texts.removed(index + 1, line.title));
  });
  const restore = useStable(() => {
    const last = all.lastRemoved;
    if (!last) return;
    all.restore();
    // With more to bring back the focus stays on the button for it.
    if (all.removed === 1) moveFocus({ key: last.line.key, field: null });
    setAnnouncement(texts.restored(last.index + 1, last.line.title));
  });
  return { said: announcement, remove, restore };
}

/** The lines as cards, where there is no room for columns. Many of them scroll in a box of their own. */
function LinesCards({ slots, scroller, windowed, propsAt }: RenderedLinesProps) {
  return (
    <div ref={scroller} className={classNames(windowed && styles.scroller)}>
      <ul aria-label={texts.caption}>
        {slots.map(slot => {
          if ('gapPx' in slot) {
            return <li key={`gap-${slot.after}`} aria-hidden="true" style={{ height: slot.gapPx }} />;
          }
          const props = propsAt(slot.index);
          return props && <LineCard key={props.line.key} {...props} />;
        })}
      </ul>
    </div>
  );
}

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
const LineCard = memo(PlainLineCard);
