import { claim, isMessage } from '#sync/worker-messages.ts';
import { worker } from './worker.ts';

export const BASE = '/application/';

/** The scope where the server allows it (src/app/registration.ts): a prefix, so that /applicationX lies within it too. */
export const WITHOUT_SLASH = '/application';

export const OWN_PATHS = /^\/application(\/|$)/;
const NEIGHBOURS = /^\/application[^/]/;

/** Open windows of this origin at such a path, whichever worker serves them. */
export async function openPages(path: RegExp): Promise<readonly WindowClient[]> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.filter(({ url }) => path.test(new URL(url).pathname));
}

/**
 * Serves the open pages from now on. Only all pages in the scope can be claimed together, so while a neighbour's page is
 * open none is: each is served from its next navigation on.
 */
export async function claimPages(): Promise<void> {
  if ((await openPages(NEIGHBOURS)).length === 0) await worker.clients.claim();
}

/** A page has removed the registration that served the open pages until now. */
export function claimPagesOnRequest(): void {
  worker.addEventListener('message', event => {
    if (isMessage(event.data, claim)) event.waitUntil(claimPages());
  });
}
