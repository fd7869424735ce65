import { useSyncExternalStore } from 'react';

/** What Chromium knows of the connection; other browsers know nothing. */
type Connection = EventTarget & { saveData?: boolean; effectiveType?: string };

function connection(): Connection | undefined {
  const known: unknown = Reflect.get(navigator, 'connection');
  return known instanceof EventTarget ? known : undefined;
}

function subscribe(onChange: () => void): () => void {
  const known = connection();
  known?.addEventListener('change', onChange);
  return () => known?.removeEventListener('change', onChange);
}

/** Whether every byte counts now: the user asked the browser to save data, or the network is as slow as 2G. */
export function savesData(): boolean {
  const known = connection();
  return known?.saveData === true || /2g$/.test(known?.effectiveType ?? '');
}

/** The same for components, live. */
export function useDataSaver(): boolean {
  return useSyncExternalStore(subscribe, savesData);
}
