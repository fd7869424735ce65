import type { CSSProperties } from 'react';

/**
 * The rows of a long table are laid out each by itself, so that the browser need not look at all of them when the
 * words of one have changed. What is no table by its looks any more is one by these roles.
 */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** Beside the text of a cell. */
const PADDING_PX = 24;
const NARROW_PX = 48;

/** One template for the row of titles, all rows and the totals; widths in characters. */
export function columnTemplate(
  widths: readonly number[],
  { hasCheck, hasActions }: { hasCheck: boolean; hasActions: boolean },
): CSSProperties {
  const tracks = widths.map(width => `minmax(calc(${width}ch + ${PADDING_PX}px), ${width}fr)`);
  const narrow = [hasCheck, hasActions].filter(Boolean).length;
  const all = widths.reduce((sum, width) => sum + width, 0);
  const least = `calc(${all}ch + ${PADDING_PX * widths.length + NARROW_PX * narrow}px)`;
  return {
    '--columns': [hasCheck && `${NARROW_PX}px`, ...tracks, hasActions && `${NARROW_PX}px`]
      .filter(Boolean)
      .join(' '),
    '--least': least,
  } as CSSProperties; // React's type knows no custom properties
}
