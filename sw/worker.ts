import type { PrecacheEntry } from 'workbox-precaching';

/** Chromium's Background Sync event; TypeScript's library does not know it. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

/** The worker's global scope together with what the library leaves out. */
export type Worker = ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  /** The drainer's file as one function, so that it can be read before it runs. */
  loadDrainer?: () => void;
  /** Put there by drainer.ts, once that is loaded. */
  drainOutbox?: (worker: Worker) => Promise<void>;
};

declare global {
  interface WorkerGlobalScope {
    /** The list of files to keep; the build writes it in place of this name. */
    readonly __WB_MANIFEST: PrecacheEntry[];
  }
}

// The library types `self` as any kind of worker; this code runs in a service worker only.
export const worker = self as unknown as Worker;
