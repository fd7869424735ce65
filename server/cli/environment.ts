import { resolve } from 'node:path';
import { parseUrl } from '#domain/parse-url.ts';
import { ENFORCEMENTS, type PassportCompat } from '../db/deps.ts';
import { POOL_SIZE } from '../db/open.ts';
import { DEMO_SIZES } from '../db/seed/demo.ts';
import type { Limits } from '../routes/concurrency-limiter.ts';
import { problemOfDatabaseUrl } from './database-url.ts';

/** More connections than this make no PostgreSQL faster. */
const POOL_MAX = 200;

/** The server's configuration as the environment gives it. */
export type Environment = ReturnType<typeof readEnvironment>;

/** A setting that cannot be used; its message is for whoever starts the server. */
export class BadSetting extends Error {}

/** Reads and checks the environment. */
export function readEnvironment(env: NodeJS.ProcessEnv) {
  const text = (name: string) => env[name]?.trim() || undefined;
  const [apiOrigin = ''] = origins('API_ORIGIN', [text('API_ORIGIN') ?? '']);
  const knowsKeys = choice('API_IDEMPOTENCY', text('API_IDEMPOTENCY') ?? 'off', ['off', 'on']);
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', text('PORT') ?? '8080', 65_535),
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    databaseUrl: readDatabaseUrl(env.DATABASE_URL, text('DATABASE_URL')),
    databasePool: wholeNumber('DATABASE_POOL', text('DATABASE_POOL') ?? String(POOL_SIZE), POOL_MAX, 1),
    demoPassword: text('DEMO_PASSWORD'),
    demoSize: choice('DEMO_SIZE', text('DEMO_SIZE') ?? 'demo', DEMO_SIZES),
    clientSecret: text('CLIENT_SECRET'),
    apiOrigin,
    idempotency: apiOrigin === '' || knowsKeys === 'on',
    zone: readZone(text('FIRM_ZONE') ?? 'Europe/Moscow'),
    corsOrigins: origins('CORS_ORIGINS', (text('CORS_ORIGINS') ?? '').split(/[\s,]+/)),
    trustedHops: wholeNumber('TRUSTED_PROXIES', text('TRUSTED_PROXIES') ?? '0', 10),
    passportCompat: readCompat(text('PASSPORT_COMPAT')),
    enforce: choice('ABAC_ENFORCE', text('ABAC_ENFORCE') ?? 'off', ENFORCEMENTS),
    distDir: resolve('dist'),
    /** How much a process takes on at once; undefined: as much as suits its connections. */
    maxAtWork: optional('MAX_AT_WORK', text('MAX_AT_WORK'), 10_000, 1),
    maxWaiting: optional('MAX_WAITING', text('MAX_WAITING'), 100_000),
    /** How long to go on after SIGTERM, for a proxy that must first hear that this process is not ready. */
    drainMs: wholeNumber('DRAIN_MS', text('DRAIN_MS') ?? '0', 600_000),
    metricsPort: optional('METRICS_PORT', text('METRICS_PORT'), 65_535),
  };
}

/** Set and empty is a mistake: without PostgreSQL the firm would begin anew in a folder. */
function readDatabaseUrl(given: string | undefined, text = ''): string | undefined {
  if (given === undefined) return undefined;
  const problem = problemOfDatabaseUrl(text);
  if (problem) throw new BadSetting(`DATABASE_URL: ${problem}`);
  return text;
}

/** Browsers send an origin letter by letter so: anything more, or less, equals none. */
function origins(name: string, texts: string[]): string[] {
  const given = texts.filter(Boolean);
  const wrong = given.find(each => !/^https?:/.test(each) || parseUrl(each)?.origin !== each);
  if (wrong === undefined) return given;
  throw new BadSetting(
    `${name}=${wrong}: нужен адрес вида https://app.example.ru, без пути и без «/» в конце`,
  );
}

function wholeNumber(name: string, text: string, max: number, min = 0): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new BadSetting(`${name}=${text}: нужно целое число от ${min} до ${max}`);
}

function optional(name: string, text: string | undefined, max: number, min = 0) {
  return text === undefined ? undefined : wholeNumber(name, text, max, min);
}

function readZone(zone: string): string {
  if (isTimeZone(zone)) return zone;
  throw new BadSetting(`FIRM_ZONE=${zone}: нет такого часового пояса`);
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('ru', { timeZone: zone });
    return true;
  } catch {
    return false; // no time zone
  }
}

function readCompat(text: string | undefined): PassportCompat {
  if (text === undefined) return 'modern';
  if (text === '12' || text === '4') return text;
  throw new BadSetting(`PASSPORT_COMPAT=${text}: возможны 12 и 4`);
}

/** Guessing would be an open door where a closed one was meant: what is misspelt starts nothing. */
function choice<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const known = choices.find(each => each === text);
  if (known !== undefined) return known;
  throw new BadSetting(`${name}=${text}: возможны ${choices.join(', ')}`);
}

/**
 * What a process takes on: enough at work to keep its connections busy, and as many waiting as it gets through in about
 * two seconds.
 */
export function limitsOf({ maxAtWork, maxWaiting }: Environment): Limits {
  return { atWork: maxAtWork ?? 32, waiting: maxWaiting ?? 500 };
}

/** Whether others than this machine can reach the server. */
export function isExposed({ host, trustedHops }: Pick<Environment, 'host' | 'trustedHops'>): boolean {
  return !isLoopback(host) || trustedHops > 0;
}

/** Whether a host is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
