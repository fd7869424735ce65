declare global {
  interface Window {
    /** Left by the entry script once it runs (main.tsx). Rejects when the page cannot be shown. */
    appStart?: Promise<unknown>;
  }
}

/**
 * Loaded beside the entry script, which may be anything: a proxy's page, half a file, nothing. By DOMContentLoaded that
 * has run or has failed, so no clock decides: a slow phone is not called broken.
 */
addEventListener('DOMContentLoaded', () =>
  (window.appStart ?? Promise.reject('the entry script did not run')).catch((cause: unknown) => {
    reportError(cause);
    return import('./repair.ts');
  }),
);

export {};
