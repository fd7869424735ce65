/** Migrates DATABASE_URL with the files of MIGRATIONS as a process of its own, and tells each step on stdout. */
import { explainDatabase } from '#server/cli/explain-database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/open.ts';

const { DATABASE_URL = '', MIGRATIONS, PATIENCE_MS } = process.env;
const opened = openPostgres(DATABASE_URL, () => undefined);
try {
  await migrate(opened.db, {
    migrations: readMigrations(MIGRATIONS),
    progress: name => process.stdout.write(`${name}\n`),
    ...(PATIENCE_MS ? { patienceMs: Number(PATIENCE_MS) } : {}),
  });
} catch (error) {
  process.stderr.write(`${explainDatabase(error) ?? String(error)}\n`);
  process.exitCode = 1;
} finally {
  await opened.close();
}
