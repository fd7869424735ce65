/** A PostgreSQL that is thrown away: to see that a copy can be read, and for tests. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from './engine.ts';
import { THROW_AWAY } from './settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Scratch = Pick<Engine, 'url'> & { stop: () => Promise<void> };

/** Starts one in a temporary folder. It holds what a firm knows: nothing of it stays, however the process ends. */
export async function startScratch(settings: readonly string[] = []): Promise<Scratch> {
  const { folder, remove } = await temporaryFolder(join(tmpdir(), 'promo-field-scratch-'));
  try {
    const engine = await openEngine(folder, { log: () => undefined, settings: [...THROW_AWAY, ...settings] });
    const stop = () => engine.close().finally(remove);
    return { url: engine.url, stop };
  } catch (error) {
    remove();
    throw error;
  }
}
