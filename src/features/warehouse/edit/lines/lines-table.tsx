import { memo, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Undo2 } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { usePrinting } from '#ui/table/use-printing.ts';
import { LONG_FROM, useMeasuredWindow } from '#ui/table/use-window.ts';
import { PHONE, useMedia } from '#ui/use-media.ts';
import {
  hasErrors,
  idOf,
  LineErrorText,
  LineInput,
  LineNumber,
  type LineProps,
  LineSum,
  RemoveButton,
  readOnlyText,
} from './line-cells.tsx';
import { LINE_FIELDS, visibleErrors } from './line-errors.ts';
import type { Lines } from './line-store.ts';
import styles from './lines-cards.module.css';
import { LinesGrid, type RenderedLinesProps } from './lines-grid.tsx';
import barStyles from './restore-bar.module.css';
import { texts } from './texts.ts';
import { useLineFocus } from './use-line-focus.ts';

type LinesTableProps = { lines: Lines; readOnly: boolean };

/** The usual height of a line that was never drawn: a row, a card with its fields, one without. */
const ESTIMATED_PX = { row: 48, card: 340, shortCard: 220 };

/** The lines of a document, to be edited where they may be: rows, on a phone cards. Of many only those in sight are drawn. */
export function LinesTable({ lines, readOnly }: LinesTableProps) {
  const container = useRef<HTMLElement>(null);
  const { activeKey, handlers } = useLineFocus(lines, container);
  return (
    <section ref={container} aria-label={texts.caption} {...handlers}>
      <p role="status" className="visually-hidden">
        {lines.announcement}
      </p>
      {lines.lines.length === 0 ? (
        <EmptyState>{texts.empty}</EmptyState>
      ) : (
        <RenderedLines lines={lines} readOnly={readOnly} activeKey={activeKey} />
      )}
      <RestoreBar {...lines} />
    </section>
  );
}

/** What was taken out, and the way to have it back; stays in sight above the buttons of the form. */
function RestoreBar({ removed, restore }: Pick<Lines, 'removed' | 'restore'>) {
  const last = removed.at(-1);
  if (!last) return null;
  const { title } = last.line;
  return (
    <div className={barStyles.bar}>
      <p className={barStyles.words}>
        <strong>{texts.removedCount(removed.length)}</strong>
        <span className={barStyles.last}>{removed.length > 1 ? texts.lastRemoved(title) : title}</span>
      </p>
      <Button icon={<Undo2 size={20} />} data-restore="" onClick={restore}>
        {texts.restore}
      </Button>
    </div>
  );
}

function RenderedLines({ lines: all, readOnly, activeKey }: LinesTableProps & { activeKey: string | null }) {
  const { lines, change, remove } = all;
  const printing = usePrinting();
  const isPhone = useMedia(PHONE) && !printing;
  const scroller = useRef<HTMLDivElement>(null);
  const windowed = !printing && lines.length >= LONG_FROM;
  const { slots, virtualizer } = useMeasuredWindow({
    count: lines.length,
    windowed,
    scroller,
    keep: lines.findIndex(({ key }) => key === activeKey),
    // With its neighbours, so that Tab leads on.
    keepBeside: 1,
    estimatePx: estimatePxOf(isPhone, readOnly),
    keyOf: useCallback((index: number) => lines[index]?.key ?? index, [lines]),
  });
  useLastInSight(scroller, lines);
  const measure = windowed ? virtualizer.measureElement : undefined;
  const propsAt = (index: number): LineProps | null => {
    const line = lines[index];
    if (!line) return null;
    const errors = visibleErrors(line, all);
    return { line, index, count: lines.length, errors, readOnly, change, remove, measure };
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

/** What was added stands at the end, and is seen there; the focus stays with the search for the next one. */
function useLastInSight(scroller: RefObject<HTMLElement | null>, lines: Lines['lines']): void {
  const count = lines.length;
  const lastKey = lines.at(-1)?.key;
  const before = useRef({ count, lastKey });
  useLayoutEffect(() => {
    const isAdded = count > before.current.count && lastKey !== before.current.lastKey;
    before.current = { count, lastKey };
    if (isAdded) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [scroller, count, lastKey]);
}

function estimatePxOf(isPhone: boolean, readOnly: boolean): number {
  if (!isPhone) return ESTIMATED_PX.row;
  return readOnly ? ESTIMATED_PX.shortCard : ESTIMATED_PX.card;
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
          const props = propsAt(slot.row);
          return props && <LineCard key={props.line.key} {...props} />;
        })}
      </ul>
    </div>
  );
}

function PlainLineCard(props: LineProps) {
  const { line, index, count, errors, readOnly, measure } = props;
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
              <span className="visually-hidden">{`${texts.sum} `}</span>
              <LineSum line={line} />
            </p>
          </div>
          {!readOnly && <RemoveButton {...props} />}
        </header>
        <LineErrorText line={line} errors={errors} />
        {readOnly ? <Terms line={line} /> : <Inputs {...props} />}
      </article>
    </li>
  );
}

function Inputs(props: LineProps) {
  const { line } = props;
  return (
    <div className={styles.fields}>
      {LINE_FIELDS.map(field => (
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
      {LINE_FIELDS.filter(field => line[field] !== '').map(field => (
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
