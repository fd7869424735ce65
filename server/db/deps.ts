import type { Clock } from '#kit/clock.ts';
import type { Db } from './database.ts';

/** One line of the log: technical facts only, never personal data. */
export type LogEntry = { level: 'info' | 'error'; event: string } & Record<string, unknown>;
export type Log = (entry: LogEntry) => void;

/** Which generation of Passport's statuses the token endpoint speaks; modern unless a client must be tested. */
export type PassportCompat = 'modern' | '12' | '4';

/** What is done with the decisions of policies: nothing is asked, refusals are only written down, or they stand. */
export const ENFORCEMENTS = ['off', 'log', 'on'] as const;
export type Enforcement = (typeof ENFORCEMENTS)[number];

/** What an argon2id hash costs; memory in KiB. */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number };

/** What the app must be told; where it comes from (environment, test) is not its business. */
export type AppConfig = {
  clientId: string;
  clientSecret: string;
  /** '' = the page's own origin. */
  apiOrigin: string;
  /** Whether the backend there knows Idempotency-Key, as ours does. Said of one that does not, orders are doubled. */
  idempotency: boolean;
  /** IANA zone of the firm. */
  zone: string;
  corsOrigins: readonly string[];
  /** How many proxies in front are trusted to append to X-Forwarded-For. */
  trustedHops: number;
  /** Whether others than this machine can reach the server: it listens on more than the loopback, or behind a proxy. */
  isExposed: boolean;
  passportCompat: PassportCompat;
  enforce: Enforcement;
  /** What hashes that are renewed at sign-in cost. Left out it is what every new hash costs; tests are in a hurry. */
  hashCost?: HashCost;
  /** Folder of the built page. */
  distDir: string;
};

/** Everything the app reaches the world through. */
export type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  config: AppConfig;
  /** Whether the process is about to end: whoever gives out work should give it to another one. */
  isDraining?: () => boolean;
};
