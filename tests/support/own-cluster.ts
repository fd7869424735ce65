/** A PostgreSQL of one test file, which can be stopped and started again. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries, readableBy } from '#server/db/engine/binaries.ts';
import { lastWordOf, makeCluster, SUPERUSER, startCluster } from '#server/db/engine/cluster.ts';
import { tryConnect } from '#server/db/engine/session.ts';
import { settingsOf, THROW_AWAY } from '#server/db/engine/settings.ts';
import { engineUser } from '#server/db/engine/user.ts';
import { endWithUs } from './server-process.ts';

export type OwnCluster = {
  url: string;
  /** Stops it and leaves its data; `immediate` as a crash does. */
  halt: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Starts it again. */
  resume: () => Promise<void>;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
};

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;
const LOOK_MS = 20;

/** `settings` as in `postgresql.conf`, one a text. */
export async function startOwnCluster(settings: readonly string[]): Promise<OwnCluster> {
  const around = mkdtempSync(join(tmpdir(), 'promo-cluster-'));
  const folder = join(around, 'postgres');
  const found = findBinaries();
  const user = engineUser(folder, around);
  const cluster = { folder, user, binaries: readableBy(user, found) };
  const url = `postgres://${SUPERUSER}@localhost/${SUPERUSER}?host=${encodeURIComponent(folder)}`;
  makeCluster(cluster);
  let child = await begin();

  async function begin() {
    const begun = await startCluster(cluster, [...settingsOf(found.major), ...THROW_AWAY, ...settings]);
    for (;;) {
      const way = await tryConnect(url);
      if (typeof way === 'object') {
        await way.end();
        return begun;
      }
      if (begun.exitCode !== null) throw new Error(lastWordOf(cluster));
      await pause(LOOK_MS);
    }
  }

  async function halt(mode: 'fast' | 'immediate'): Promise<void> {
    const ended = once(child, 'exit');
    child.kill(SIGNALS[mode]);
    await ended;
  }

  const forget = endWithUs(child.pid ?? 0, around);
  return {
    url,
    halt,
    resume: async () => {
      child = await begin();
    },
    stop: async () => {
      await halt('immediate');
      forget();
      rmSync(around, { recursive: true, force: true });
    },
  };
}
