import { resolve } from 'node:path';
import { ENFORCEMENTS, type Enforcement, type PassportCompat } from '../db/deps.ts';
import { BUSY_CONTACTS, type DemoSize } from '../db/seed/demo.ts';

/** The server's configuration as the environment gives it. */
export type Environment = {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  demoPassword: string | undefined;
  demoSize: DemoSize;
  clientSecret: string | undefined;
  apiOrigin: string;
  zone: string;
  corsOrigins: string[];
  trustedHops: number;
  passportCompat: PassportCompat;
  enforce: Enforcement;
  distDir: string;
};

/** A setting that cannot be used; its message is for whoever starts the server. */
export class BadSetting extends Error {}

/** Reads and checks the environment. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const text = (name: string) => env[name]?.trim() || undefined;
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', text('PORT') ?? '8080', 65_535),
    dataDir: resolve(text('DATA_DIR') ?? '.data'),
    databaseUrl: text('DATABASE_URL'),
    demoPassword: text('DEMO_PASSWORD'),
    demoSize: readDemoSize(text('DEMO_SIZE') ?? 'demo'),
    clientSecret: text('CLIENT_SECRET'),
    apiOrigin: text('API_ORIGIN') ?? '',
    zone: readZone(text('FIRM_ZONE') ?? 'Europe/Moscow'),
    corsOrigins: (text('CORS_ORIGINS') ?? '').split(/[\s,]+/).filter(Boolean),
    trustedHops: wholeNumber('TRUSTED_PROXIES', text('TRUSTED_PROXIES') ?? '0', 10),
    passportCompat: readCompat(text('PASSPORT_COMPAT')),
    enforce: readEnforcement(text('ABAC_ENFORCE') ?? 'off'),
    distDir: resolve('dist'),
  };
}

function wholeNumber(name: string, text: string, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && number <= max) return number;
  throw new BadSetting(`${name}=${text}: нужно целое число от 0 до ${max}`);
}

function readZone(zone: string): string {
  try {
    new Intl.DateTimeFormat('ru', { timeZone: zone });
    return zone;
  } catch (cause) {
    throw new BadSetting(`FIRM_ZONE=${zone}: нет такого часового пояса`, { cause });
  }
}

function readCompat(text: string | undefined): PassportCompat {
  if (text === undefined) return 'modern';
  if (text === '12' || text === '4') return text;
  throw new BadSetting(`PASSPORT_COMPAT=${text}: возможны 12 и 4`);
}

/** Guessing would be an open door where a closed one was meant: what is misspelt starts nothing. */
function readEnforcement(text: string): Enforcement {
  const known = ENFORCEMENTS.find(each => each === text);
  if (known) return known;
  throw new BadSetting(`ABAC_ENFORCE=${text}: возможны ${ENFORCEMENTS.join(', ')}`);
}

function readDemoSize(text: string): DemoSize {
  if (text === 'demo' || text === '10k' || text === 'load') return text;
  throw new BadSetting(`DEMO_SIZE=${text}: возможны ${Object.keys(BUSY_CONTACTS).join(', ')}`);
}

/** Whether a host is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}
