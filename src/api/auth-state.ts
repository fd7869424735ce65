import * as v from 'valibot';

/** The one key of local storage. */
export const AUTH_STORAGE_KEY = 'application';

/**
 * The own session of somebody who works as another user now. `since`: when that began, by the device's clock.
 */
const OwnSession = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.number(),
  subject: v.number(),
  since: v.number(),
});

/**
 * Who this device is signed in as. `subject` (user id) and `epoch` are ours: they stay when a session ends by
 * itself, so that the outbox knows whom it waits for, and go at logout. Holds no personal data.
 */
const AuthState = v.object({
  isLoggedIn: v.boolean(),
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.number(),
  error: v.string(),
  subject: v.nullable(v.number()),
  /** Changes with every sign-in; a request built in one epoch is never repeated in another ([S27]). */
  epoch: v.string(),
  /** Counts the writes, so that of two copies the newer one is known (sync/session-mirror). */
  revision: v.optional(v.number()),
  /** While working as another user: the own session, to return to ([S28]). */
  own: v.optional(OwnSession),
});
export type AuthState = v.InferOutput<typeof AuthState>;

export const signedOut: AuthState = {
  isLoggedIn: false,
  accessToken: '',
  refreshToken: '',
  expiresIn: 0,
  error: '',
  subject: null,
  epoch: '',
};

/** Where the authentication state lives. */
export type AuthStore = {
  /** What this context can read synchronously, other tabs' writes included. */
  read(): AuthState;
  /** The same, after taking over what a context without that storage (the worker) has written. */
  latest(): Promise<AuthState>;
  /** Durable when resolved, so that whoever takes the lock `auth` next reads it ([S25]). */
  write(state: AuthState): Promise<void>;
  remove(): Promise<void>;
};

/** What is needed of the browser's local storage. */
export type KeyValueStorage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/** The store over local storage alone; an unreadable value counts as signed out. */
export function localAuthStore(storage: KeyValueStorage): AuthStore {
  const read = () => {
    const text = storage.getItem(AUTH_STORAGE_KEY);
    return text === null ? signedOut : readState(text);
  };
  return {
    read,
    latest: async () => read(),
    write: async state => storage.setItem(AUTH_STORAGE_KEY, JSON.stringify(state)),
    remove: async () => storage.removeItem(AUTH_STORAGE_KEY),
  };
}

function readState(text: string): AuthState {
  try {
    const read = v.safeParse(AuthState, JSON.parse(text));
    return read.success ? read.output : signedOut;
  } catch {
    return signedOut; // not JSON: written by something else, nothing of ours is in it
  }
}
