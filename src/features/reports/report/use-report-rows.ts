import { useMemo, useRef } from 'react';
import type { Request } from '#contract/requests.ts';
import type { PaymentsState, RowState } from './payments-reducer.ts';

/** A request of the report with what goes on with it on this screen. */
export type ReportRow = { request: Request; state: RowState | undefined };

/** The rows of the table; a row is a new object only if something about it is new, so that the others rest. */
export function useReportRows(
  requests: readonly Request[],
  { rows: states }: PaymentsState,
): readonly ReportRow[] {
  const before = useRef(new Map<number, ReportRow>());
  return useMemo(() => {
    const rows = requests.map(request => {
      const state = states.get(request.id);
      const known = before.current.get(request.id);
      return known?.request === request && known.state === state ? known : { request, state };
    });
    before.current = new Map(rows.map(row => [row.request.id, row]));
    return rows;
  }, [requests, states]);
}
