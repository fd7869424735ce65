/** The runtime configuration of the last start; no personal data. */
export const CONFIG_KEY = 'application.config';

/** The key under which the client keeps who is signed in (api/auth-state). */
export const AUTH_KEY = 'application';

/** How far the firm's clock is ahead of UTC, as the last start has found it. */
export const OFFSET_KEY = 'application.offset';

/**
 * Whose data the page may show before anything else is loaded. Read without a schema, which would have to be loaded
 * first: what is not as expected counts as signed out.
 */
export function readOwnerKey(): string | null {
  const { apiOrigin } = readObject(CONFIG_KEY);
  const { isLoggedIn, subject, own } = readObject(AUTH_KEY);
  const isKnown = isLoggedIn === true && typeof subject === 'number' && typeof apiOrigin === 'string';
  // As ownerKeyOf writes it (storage/outbox-db), which would bring Dexie along. Whoever works as another waits.
  return isKnown && !own ? `${apiOrigin}|${subject}` : null;
}

/** What is kept there as an object; an empty one for anything else. */
export function readObject(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {}; // unreadable: whoever wrote it says so when the app is there
  }
}

/** Keeps an object there. Where there is no room, the next start does without it. */
export function keepObject(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
