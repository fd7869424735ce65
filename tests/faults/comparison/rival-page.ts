import type { Thing } from '../nemesis/contender.ts';

/** What a page of the comparison offers to its driver. */
export type RivalPage = {
  signIn(email: string, password: string): Promise<void>;
  /** Resolves when the user would have been told that it is kept; throws when told that it is not. */
  save(thing: Thing): Promise<void>;
  /** How much is kept and not sent. */
  waiting(): Promise<number>;
};

declare global {
  interface Window {
    rival: RivalPage;
  }
  /** Set by the build: each save carries an Idempotency-Key. */
  const IS_KEYED: boolean;
  /** Set by the build: the worker judges what the server answers to a replay. */
  const IS_CAREFUL: boolean;
}

/** Shows the page to its driver, and keeps its files for a start without a network. */
export async function present(rival: RivalPage): Promise<void> {
  await navigator.serviceWorker.register('/application/sw.js', { scope: '/application/' });
  await navigator.serviceWorker.ready;
  window.rival = rival;
}
