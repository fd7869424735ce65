/** Where the PostgreSQL of a run is: what its global setup tells the test workers. */

/** The environment variable with the address of the server. */
export const URL_OF_TESTS = 'TEST_DATABASE_URL';

/** The one with the name of the migrated database that others are copies of; theirs begin with it. */
export const TEMPLATE = 'TEST_DATABASE_TEMPLATE';

/** The same address with another database; also one of a socket, whose host is empty: `postgres://user@/name?host=/folder`. */
export function databaseAt(url: string, name: string): string {
  return url.replace(/^([a-z]+:\/\/[^/?]*\/)[^?]*/, `$1${name}`);
}

/** What the global setup of the run has left. */
export function postgresOfRun(): { url: string; template: string } {
  const { [URL_OF_TESTS]: url, [TEMPLATE]: template } = process.env;
  if (!url || !template)
    throw new Error('No PostgreSQL was started: the project lacks tests/support/postgres-of-run.ts');
  return { url, template };
}
