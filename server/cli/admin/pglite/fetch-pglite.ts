/** PGlite is no package of the product: it is fetched for an import alone, in the one version that made these folders. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Refused } from '../command.ts';
import type { Pglite } from './open-pglite.ts';

const PACKAGE = '@electric-sql/pglite@0.5.16';
const INTEGRITY = 'Nj8KcIsJL748W408U2N8q4+9IlONdpRIU8MJypIAAINMJ5nqKyqpX7Mgg/5XKkXiAib3AoZGR6hnJFlrlLBrcg==';

/** Runs nothing of a package's own, and gives up soon where there is no network. */
const QUIETLY = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
];

const WITHOUT_NETWORK = `Без сети: на машине с сетью выполните npm pack ${PACKAGE}, перенесите файл electric-sql-pglite-0.5.16.tgz и повторите с --package <файл>. Или сделайте backup прежней версией программы и restore этой, в новую папку DATA_DIR.`;

/** Installs it into a folder, from the registry or from the package's file, and loads it. */
export async function fetchPglite(folder: string, file: string | undefined): Promise<Pglite> {
  mkdirSync(folder, { recursive: true });
  const packed = file === undefined ? await download(folder) : resolve(file);
  const sum = createHash('sha512').update(readFileSync(packed)).digest('base64');
  if (sum !== INTEGRITY) throw new Refused(`${packed}: это не ${PACKAGE}, сумма файла другая.`);
  const options = ['--offline', '--no-save', '--package-lock=false', `--prefix=${folder}`];
  const trouble = await runNpm(['install', ...options, ...QUIETLY, packed], folder);
  if (trouble !== undefined) throw new Refused(`Пакет ${PACKAGE} не установился: ${trouble}`);
  const main = join(folder, 'node_modules', '@electric-sql', 'pglite', 'dist', 'index.js');
  return import(pathToFileURL(main).href);
}

async function download(folder: string): Promise<string> {
  const trouble = await runNpm(['pack', ...QUIETLY, PACKAGE], folder);
  const name = readdirSync(folder).find(each => each.endsWith('.tgz'));
  if (trouble === undefined && name !== undefined) return join(folder, name);
  throw new Refused(
    `Пакет ${PACKAGE} не скачался: ${trouble ?? 'npm pack ничего не записал'}. ${WITHOUT_NETWORK}`,
  );
}

/** What went wrong, in npm's own words. */
async function runNpm(args: readonly string[], folder: string): Promise<string | undefined> {
  // npm is a script for the shell on Windows.
  const isWindows = process.platform === 'win32';
  const given = isWindows ? args.map(arg => `"${arg}"`) : args;
  const env = { ...process.env, npm_config_loglevel: 'error' };
  const npm = spawn('npm', given, {
    cwd: folder,
    env,
    shell: isWindows,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const [said, [code]] = await Promise.all([text(npm.stderr), once(npm, 'close')]);
    return code === 0 ? undefined : said.trim().split('\n').slice(0, 2).join('; ') || `код ${code}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
