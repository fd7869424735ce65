import type { Db } from '#server/db/database.ts';
import { lockFolder } from '#server/db/lock.ts';
import { openEmbedded } from '#server/db/open.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * Works on the data of a server's embedded database while the server is off, because only one process may have it.
 * The server is stopped, and started again on the same port: pages and sign-ins live on. For example a journey with
 * hundreds of promoters: `await atNight(stage.server, db => plantModeration(db, { promoters: 500 }))`.
 */
export async function atNight<Value>(
  server: ServerProcess,
  work: (db: Db) => Promise<Value>,
): Promise<Value> {
  await server.stop();
  const lock = lockFolder(server.dataDir);
  const { db, close } = await openEmbedded(`${server.dataDir}/db`);
  try {
    return await work(db);
  } finally {
    await close();
    lock.release();
    await server.start();
  }
}
