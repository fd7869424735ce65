import { useSyncExternalStore } from 'react';

/** What Chromium tells of the connection; other browsers tell nothing. */
type Connection = EventTarget & { saveData?: boolean; effectiveType?: string };

const SLOW = new Set(['2g', 'slow-2g']);

function connectionOf(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}

/** Whether the user pays for every byte, or the connection is so slow that only what was asked for should come. */
export function isDataSaverOn(): boolean {
  const connection = connectionOf();
  return connection?.saveData === true || SLOW.has(connection?.effectiveType ?? '');
}

function subscribe(onChange: () => void): () => void {
  const connection = connectionOf();
  connection?.addEventListener('change', onChange);
  return () => connection?.removeEventListener('change', onChange);
}

export function useDataSaver(): boolean {
  return useSyncExternalStore(subscribe, isDataSaverOn);
}
