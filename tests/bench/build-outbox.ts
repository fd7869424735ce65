import { build } from 'vite';

/** Bundles the real outbox for a page of ours, with nothing of the screens. */
export async function buildOutbox(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir,
      lib: { entry: 'tests/bench/page-outbox.ts', formats: ['es'], fileName: () => 'outbox.js' },
    },
  });
}
