/** A PostgreSQL that is thrown away: to see that a copy can be read, and for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, openEngine } from './engine.ts';
import { THROW_AWAY } from './settings.ts';

type Scratch = Pick<Engine, 'url'> & { stop: () => Promise<void> };

/** Starts one in a temporary folder. It holds what a firm knows: nothing of it stays, also when the process exits in the middle. */
export async function startScratch(settings: readonly string[] = []): Promise<Scratch> {
  const folder = mkdtempSync(join(tmpdir(), 'promo-field-scratch-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.on('exit', remove);
  const forget = () => {
    process.off('exit', remove);
    remove();
  };
  try {
    const engine = await openEngine(folder, { log: () => undefined, settings: [...THROW_AWAY, ...settings] });
    const stop = () => engine.close().finally(forget);
    return { url: engine.url, stop };
  } catch (error) {
    forget();
    throw error;
  }
}
