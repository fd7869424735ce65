/** What the page must know before anything else is loaded, as local storage tells it. */
export type KeptFacts = { apiOrigin: string; userId: number | null };

/** The runtime configuration of the last start; no personal data. */
export const CONFIG_KEY = 'application.config';

/** The key under which the client keeps who is signed in (api/auth-state). */
const AUTH_KEY = 'application';

/** Reads without a schema, which would have to be loaded first: what is not as expected counts as signed out. */
export function readKept(): KeptFacts {
  const { apiOrigin } = readObject(CONFIG_KEY);
  const { isLoggedIn, subject } = readObject(AUTH_KEY);
  const isKnown = isLoggedIn === true && typeof subject === 'number' && typeof apiOrigin === 'string';
  return { apiOrigin: typeof apiOrigin === 'string' ? apiOrigin : '', userId: isKnown ? subject : null };
}

function readObject(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {}; // unreadable: whoever wrote it says so when the app is there
  }
}
