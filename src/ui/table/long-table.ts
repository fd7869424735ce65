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
