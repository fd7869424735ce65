import type { CSSProperties } from 'react';
import type { ColumnWidths } from './table-view.ts';

/** Beside the text of a cell. */
const PADDING_PX = 24;
/** Of the checkboxes, and of what stands at the end of each row until it was measured; as in the style sheet. */
const NARROW = 'max(40px, var(--target))';

/** As wide as so many characters, and what is beside the text of a cell. */
export function columnWidth(characters: number): string {
  return `calc(${characters}ch + ${PADDING_PX}px)`;
}

/** The property of the table that holds the width of what stands at the end of each row, once that was measured. */
export const ACTIONS_PROPERTY = '--actions-width';

type Layout = {
  ids: readonly string[];
  /** Characters: what each column is probably as wide as. */
  guessed: readonly number[];
  /** What the user has chosen. */
  widths: ColumnWidths;
  /** How many of the first columns stay in sight. */
  pinnedCount: number;
  hasCheck: boolean;
  hasActions: boolean;
};

/**
 * One template for the row of titles, all rows and the totals, made of a custom property for each column: another width is
 * one property of the table, and no row is drawn again for it.
 */
export function columnLayout({
  ids,
  guessed,
  widths,
  pinnedCount,
  hasCheck,
  hasActions,
}: Layout): CSSProperties {
  const own = ids.map((id, at) =>
    widths[id] === undefined ? columnWidth(guessed[at] ?? 0) : `${widths[id]}px`,
  );
  const tracks = ids.map((id, at) => {
    // What the user has chosen fills the table only in the last one.
    if (at === ids.length - 1) return `minmax(${wide(at)}, ${widths[id] === undefined ? guessed[at] : 1}fr)`;
    if (widths[id] !== undefined) return wide(at);
    // Where the next one has to stay beside it, its width must be known.
    return at < pinnedCount && pinnedCount > 1 ? wide(at) : `minmax(${wide(at)}, ${guessed[at]}fr)`;
  });
  const beside = hasCheck ? [NARROW] : [];
  const after = hasActions ? [`var(${ACTIONS_PROPERTY}, ${NARROW})`] : [];
  return {
    ...Object.fromEntries(own.map((width, at) => [widthProperty(at), width])),
    ...Object.fromEntries(
      ids
        .slice(0, pinnedCount)
        .map((_, at) => [
          leftProperty(at),
          sum([...beside, ...ids.slice(0, at).map((_, each) => wide(each))]),
        ]),
    ),
    '--columns': [...beside, ...tracks, ...after].join(' '),
    '--least': sum([...beside, ...ids.map((_, at) => wide(at)), ...after]),
  } as CSSProperties; // React's type knows no custom properties
}

/** The property of the table that holds the width of the column at that place. */
export function widthProperty(at: number): string {
  return `--width-${at}`;
}

/** The property of the table that holds where the column at that place stays. */
export function leftProperty(at: number): string {
  return `--left-${at}`;
}

/** Where a cell stays that other columns pass under; the first one has it from the style sheet. */
export function placeOf(at: number, pinnedCount: number): CSSProperties | undefined {
  return at > 0 && at < pinnedCount ? { left: `var(${leftProperty(at)})` } : undefined;
}

const wide = (at: number) => `var(${widthProperty(at)})`;
const sum = (lengths: readonly string[]) => `calc(${['0px', ...lengths].join(' + ')})`;
