import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import type { Mutant, Replacement } from './mutants.ts';

/** A folder for bundles, in which they find the packages that they leave outside; and how to remove it. */
export function openMutantFolder(): { folder: string; close: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'promo-mutants-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Bundles the outbox's tests with the outbox as the mutant has it; null: as it is. Returns the file. */
export async function buildMutant(folder: string, mutant: Mutant | null): Promise<string> {
  const outDir = mkdtempSync(join(folder, 'bundle-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [collectTests, ...(mutant ? [mutate(mutant)] : [])],
    build: {
      ssr: 'tests/faults/mutants/attack.ts',
      outDir,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'attack.mjs', codeSplitting: false } },
    },
  });
  return join(outDir, 'attack.mjs');
}

/** The tests find our collector where they look for their runner. */
const collectTests: Plugin = {
  name: 'collect-tests',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'vitest' && importer?.startsWith(resolve('tests/sync'))
      ? resolve('tests/faults/mutants/collect.ts')
      : null,
};

function mutate({ file, replace, name }: Mutant): Plugin {
  const path = resolve(file);
  let isMet = false;
  return {
    name: 'mutate',
    enforce: 'pre',
    transform(source, id) {
      if (id !== path) return null;
      isMet = true;
      return { code: changed(source, replace), map: null };
    },
    buildEnd() {
      if (!isMet) throw new Error(`«${name}»: ${file} is no part of the bundle`);
    },
  };
}

/** The source with every replacement made. */
function changed(source: string, replace: readonly Replacement[]): string {
  return replace.reduce((text, [from, to]) => text.replace(from, () => to), source);
}

/** Says which mutants no longer fit the outbox: each text must stand in its file exactly once. */
export function findMisfits(mutants: readonly Mutant[]): string[] {
  return mutants.flatMap(({ name, file, replace }) => {
    const source = readFileSync(file, 'utf8');
    return replace
      .map(([from]) => ({ from, times: source.split(from).length - 1 }))
      .filter(({ times }) => times !== 1)
      .map(
        ({ from, times }) => `«${name}»: ${file} was changed, this text stands there ${times} times: ${from}`,
      );
  });
}
