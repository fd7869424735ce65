/** The worker's own folder, a scope that every server allows. */
export const FOLDER = '/application/';

/** Also takes in the address without its slash. Only where the server allows it (Service-Worker-Allowed). */
export const WITHOUT_SLASH = '/application';

/**
 * The app's registrations, the narrower scope first. The browser's match for an address may be another worker, whose
 * scope is the whole origin.
 */
export async function ownRegistrations(): Promise<readonly ServiceWorkerRegistration[]> {
  const all = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  return [FOLDER, WITHOUT_SLASH].flatMap(
    path => all.find(({ scope }) => new URL(scope).pathname === path) ?? [],
  );
}
