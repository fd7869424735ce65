import { startServer } from '#tests/support/server-process.ts';
import { type Effect, type OfficeBooks, readBooks } from './office-books.ts';

export type { Effect, OfficeBooks };

/** The firm's server as a process of its own, that can be killed and whose books can be read. */
export type Office = {
  origin: string;
  /** SIGKILL, and a new start on the same data and port; resolves when ready. Kills that overlap are one. */
  kill(): Promise<void>;
  /** Stops the server and reads the database as it lies on the disk; starts again only if asked to. */
  books(options?: { startAgain?: boolean }): Promise<OfficeBooks>;
  close(): Promise<void>;
};

export type OfficeOptions = {
  /** Settings of the server (server/cli/environment), beside its port and data. */
  environment?: Record<string, string>;
};

/** Opens an office on fresh demo data. */
export async function openOffice({ environment = {} }: OfficeOptions = {}): Promise<Office> {
  const server = await startServer(environment);
  const openedAt = Date.now();
  let killing: Promise<void> | null = null;
  const killOnce = async () => {
    await server.kill();
    await server.start();
  };
  return {
    origin: server.origin,
    kill() {
      killing ??= killOnce().finally(() => {
        killing = null;
      });
      return killing;
    },
    async books({ startAgain = false } = {}) {
      await killing;
      await server.stop();
      const books = await readBooks(server.dataDir, openedAt);
      if (startAgain) await server.start();
      return books;
    },
    async close() {
      await killing;
      await server.remove();
    },
  };
}
