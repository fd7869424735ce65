import { useEffect } from 'react';

/** By report: the request whose screen was opened from there. For as long as the page lives. */
const openedRequests = new Map<number, number>();

/** The reader leaves the report for one of its requests. */
export function rememberOpenedRow(report: number, request: number): void {
  openedRequests.set(report, request);
}

/** Once the rows are there, the focus goes back to the one that the reader left from. */
export function useRestoreRowFocus(report: number): void {
  useEffect(() => {
    const request = openedRequests.get(report);
    if (request === undefined) return;
    // After the shell, which gives the focus to the title of each new screen.
    const frame = requestAnimationFrame(() => {
      openedRequests.delete(report);
      document.querySelector<HTMLElement>(`[data-request="${request}"]`)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [report]);
}
