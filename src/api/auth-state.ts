import * as v from 'valibot';
import { type Clock, deviceClock, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kit/clock.ts';

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

/** Nobody works as another for longer, whatever the server says of its token. */
const LOGIN_AS_MAX_MS = HOUR_MS;

/** By so much a clock may be corrected without anything being made of it. */
const CLOCK_CORRECTION_MS = MINUTE_MS;

/**
 * Milliseconds that are left of working as another; 0 or less: it is over. A token that nothing renews may end it
 * sooner. By a clock that stands before the beginning nobody knows how long it has been: over.
 */
export function leftOfLoginAsMs({ own, refreshToken, expiresIn }: AuthState, now: number): number {
  if (!own || now < own.since - CLOCK_CORRECTION_MS) return 0;
  const lastsMs = refreshToken === '' ? Math.min(LOGIN_AS_MAX_MS, expiresIn * SECOND_MS) : LOGIN_AS_MAX_MS;
  return Math.min(lastsMs, own.since + lastsMs - now);
}

/** A session that has ended: without tokens; the outbox waits for its subject to sign in again. */
export function ended(state: AuthState): AuthState {
  return { ...state, isLoggedIn: false, accessToken: '', refreshToken: '', expiresIn: 0 };
}

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

/**
 * The store over local storage alone; an unreadable value counts as signed out. Working as another reads as ended
 * from the moment at which its time is over, in every tab and in the worker: no call is made with its token any more.
 */
export function localAuthStore(storage: KeyValueStorage, now: Clock = deviceClock): AuthStore {
  // Every reading of a screen asks, some a dozen times in one commit.
  let last: { text: string | null; state: AuthState } = { text: null, state: signedOut };
  const read = () => {
    const text = storage.getItem(AUTH_STORAGE_KEY);
    if (text !== last.text) last = { text, state: text === null ? signedOut : readState(text) };
    const { state } = last;
    return state.own && state.isLoggedIn && leftOfLoginAsMs(state, now()) <= 0 ? ended(state) : state;
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
