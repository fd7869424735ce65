import { eq } from 'drizzle-orm';
import { lockFolder } from '#server/db/lock.ts';
import { openEmbedded } from '#server/db/open.ts';
import { requests } from '#server/db/schema.ts';
import type { ServerProcess } from './server-process.ts';

/** The firm's office moves a request on, at night, while the server is off: only one process may have the database. */
export async function moveRequest(server: ServerProcess, fullcode: string, state: string): Promise<void> {
  await server.stop();
  const lock = lockFolder(server.dataDir);
  const { db, close } = await openEmbedded(`${server.dataDir}/db`);
  try {
    const moved = await db
      .update(requests)
      .set({ state_code: state })
      .where(eq(requests.fullcode, fullcode))
      .returning({ id: requests.id });
    if (moved.length !== 1) throw new Error(`${fullcode} is no request of this firm`);
  } finally {
    await close();
    lock.release();
    await server.start();
  }
}
