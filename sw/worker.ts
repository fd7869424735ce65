import type { PrecacheEntry } from 'workbox-precaching';

/** Chromium's Background Sync event; TypeScript's library does not know it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

type RoutePattern = { urlPattern: { pathname: string; search: string; baseURL: string } };

/** Chromium's static routes; TypeScript's library does not know them. */
export interface InstallEvent extends ExtendableEvent {
  addRoutes?(
    routes: {
      condition: { or: RoutePattern[] };
      source: 'network' | 'fetch-event' | { cacheName: string };
    }[],
  ): Promise<void>;
}

/** The worker's global scope together with what the library leaves out. */
type Worker = ServiceWorkerGlobalScope & {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  /** The drainer script as one function, so that its source can be checked before it runs. */
  loadDrainer?: () => void;
  /** Set by drainer.ts when it is loaded. */
  drainOutbox?: () => Promise<void>;
};

declare global {
  interface WorkerGlobalScope {
    /** The precache manifest; the build inserts it in place of this name. */
    readonly __WB_MANIFEST: PrecacheEntry[];
  }
}

// The library types `self` as any kind of worker; this code runs in a service worker only.
export const worker = self as unknown as Worker;
