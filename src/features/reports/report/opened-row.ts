import { useEffect } from 'react';

/** By report: the request whose screen was opened from there. For as long as the page lives. */
const opened = new Map<number, number>();

/** The reader leaves the report for one of its requests. */
export function rememberOpened(report: number, request: number): void {
  opened.set(report, request);
}

/** Once the rows are there, the focus goes back to the one that the reader left from. */
export function useReturnToRow(report: number): void {
  useEffect(() => {
    const request = opened.get(report);
    if (request === undefined) return;
    // After the shell, which gives the focus to the title of each new screen.
    const frame = requestAnimationFrame(() => {
      opened.delete(report);
      document.querySelector<HTMLElement>(`[data-request="${request}"]`)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [report]);
}
