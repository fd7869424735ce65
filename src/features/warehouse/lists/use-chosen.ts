import { useMemo, useState } from 'react';
import type { RowKey } from '#ui/table/column.ts';

/** What is chosen on all pages, by id and as rows: of other pages than the shown one nobody else holds any. */
export function useChosen<Row extends { id: RowKey }>(shown: readonly Row[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<RowKey, Row>>(new Map());
  return useMemo(() => {
    const known = new Map([...chosen, ...shown.map(row => [row.id, row] as const)]);
    const rowsOf = (ids: readonly RowKey[]) => ids.flatMap(id => known.get(id) ?? []);
    const ids = [...chosen.keys()];
    return {
      ids,
      rows: rowsOf(ids),
      onChange: (next: RowKey[]) => setChosen(new Map(rowsOf(next).map(row => [row.id, row]))),
    };
  }, [chosen, shown]);
}
