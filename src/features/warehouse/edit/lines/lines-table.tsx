import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { usePrinting } from '#ui/table/use-printing.ts';
import { useStable } from '#ui/table/use-stable.ts';
import { LONG_FROM } from '#ui/table/use-window.ts';
import { PHONE, useMedia } from '#ui/use-media.ts';
import { LineCard } from './line-card.tsx';
import type { LineProps } from './line-cells.tsx';
import styles from './lines-cards.module.css';
import type { DrawnLinesProps } from './lines-grid.tsx';
import { LinesGrid } from './lines-grid.tsx';
import { RestoreBar } from './restore-bar.tsx';
import { texts } from './texts.ts';
import { type LineFocus, useLineFocus } from './use-line-focus.ts';
import { useLineWindow } from './use-line-window.ts';
import type { Lines } from './use-lines.ts';

export type LinesTableProps = { lines: Lines; readOnly: boolean };

/** The usual height of a line that was never drawn: a row, a card with its fields, one without. */
const GUESS_PX = { row: 48, card: 340, shortCard: 220 };

/** The lines of a document, to be edited where they may be: rows, on a phone cards. Of many only those in sight are drawn. */
export function LinesTable({ lines, readOnly }: LinesTableProps) {
  const place = useRef<HTMLElement>(null);
  const focus = useLineFocus({ lines: lines.lines, place, onLeave: lines.leave });
  const { said, remove, restore } = useRemoving(lines, focus);
  useWanted(lines, focus);
  const last = lines.lastRemoved;
  return (
    <section ref={place} aria-label={texts.caption} {...focus.handlers}>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {lines.lines.length === 0 ? (
        <EmptyState>{texts.empty}</EmptyState>
      ) : (
        <DrawnLines lines={lines} readOnly={readOnly} active={focus.active} remove={remove} />
      )}
      {last && <RestoreBar removed={lines.removed} title={last.line.title} onRestore={restore} />}
    </section>
  );
}

type DrawnProps = LinesTableProps & { active: string | null; remove: (key: string) => void };

function DrawnLines({ lines: all, readOnly, active, remove }: DrawnProps) {
  const { lines, refusals, left, isChecked, change } = all;
  const printing = usePrinting();
  const isPhone = useMedia(PHONE) && !printing;
  const scroller = useRef<HTMLDivElement>(null);
  const windowed = !printing && lines.length >= LONG_FROM;
  const { slots, measure } = useLineWindow({
    lines,
    windowed,
    scroller,
    keep: lines.findIndex(({ key }) => key === active),
    guessPx: guessOf(isPhone, readOnly),
  });
  const acts = useMemo(() => ({ change, remove }), [change, remove]);
  const propsAt = (index: number): LineProps | null => {
    const line = lines[index];
    if (!line) return null;
    const showing = { refused: refusals.get(line.key), left: left.get(line.key), isChecked };
    return { ...showing, line, index, count: lines.length, readOnly, acts, measure };
  };
  const Drawn = isPhone ? LinesCards : LinesGrid;
  return (
    <Drawn
      readOnly={readOnly}
      slots={slots}
      scroller={scroller}
      windowed={windowed}
      propsAt={propsAt}
      count={lines.length}
    />
  );
}

function guessOf(isPhone: boolean, readOnly: boolean): number {
  if (!isPhone) return GUESS_PX.row;
  return readOnly ? GUESS_PX.shortCard : GUESS_PX.card;
}

/** Where somebody outside wants to lead: to an error, to a line that was just added. */
function useWanted({ wanted, reached }: Lines, { leadTo }: LineFocus): void {
  useLayoutEffect(() => {
    if (!wanted) return;
    leadTo(wanted, 'center');
    reached(wanted);
  }, [wanted, reached, leadTo]);
}

/** Removing and bringing back: each is said to readers, and the focus never falls out of the table. */
function useRemoving(all: Lines, { leadTo }: LineFocus) {
  const [said, setSaid] = useState('');
  const remove = useStable((key: string) => {
    const { lines } = all;
    const index = lines.findIndex(line => line.key === key);
    const line = lines[index];
    if (!line) return;
    const neighbour = lines[index + 1] ?? lines[index - 1];
    all.remove(key);
    leadTo(neighbour ? { key: neighbour.key, field: null } : 'restore');
    setSaid(texts.removed(index + 1, line.title));
  });
  const restore = useStable(() => {
    const last = all.lastRemoved;
    if (!last) return;
    all.restore();
    // With more to bring back the focus stays on the button for it.
    if (all.removed === 1) leadTo({ key: last.line.key, field: null });
    setSaid(texts.restored(last.index + 1, last.line.title));
  });
  return { said, remove, restore };
}

/** The lines as cards, where there is no room for columns. Many of them scroll in a box of their own. */
function LinesCards({ slots, scroller, windowed, propsAt }: DrawnLinesProps) {
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
