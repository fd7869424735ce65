import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { SECOND_MS } from '#kit/clock.ts';
import type { Mutant, Replacement } from './mutant.ts';

const ENTRY = 'tests/faults/mutants/attack-mutant.ts';

/** Longer than every script and the model's budget together: who needs more hangs. */
const LIMIT_MS = 90 * SECOND_MS;

/** A folder for bundles, in which they find the packages that they leave outside; and how to remove it. */
export function openWorkshop(): { folder: string; close: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'promo-mutants-'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Bundles the attack with the engine as the mutant has it; null: as it is. Returns the file. */
export async function buildMutant(folder: string, mutant: Mutant | null): Promise<string> {
  const outDir = mkdtempSync(join(folder, 'bundle-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: mutant ? [mutate(mutant)] : [],
    build: {
      ssr: ENTRY,
      outDir,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'attack.mjs', chunkFileNames: '[name].mjs' } },
    },
  });
  return join(outDir, 'attack.mjs');
}

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

/** Says which mutants no longer fit the engine: each text must stand in its file exactly once. */
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

/** What one run of a bundle came to: its last line, and whether it had to be stopped. */
export type BundleRun = { said: string; isStuck: boolean };

/** Runs a bundle in a process of its own, which is stopped when it takes too long. */
export function runBundle(file: string, args: readonly string[]): Promise<BundleRun> {
  return new Promise((settle, reject) => {
    // Dexie looks for the database when it is loaded, whatever file of the bundle loads it first.
    const options = ['--import', 'fake-indexeddb/auto'];
    const child = spawn(process.execPath, [...options, file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let isStuck = false;
    const watch = setTimeout(() => {
      isStuck = true;
      child.kill('SIGKILL');
    }, LIMIT_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(watch);
      settle({ said: output.trimEnd().split('\n').at(-1) ?? '', isStuck });
    });
  });
}
