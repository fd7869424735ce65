import { existsSync, readFileSync } from 'node:fs';
import { run } from './run.mjs';

const LOCK = 'package-lock.json';
const INSTALLED = 'node_modules/.package-lock.json';

/** Installs from the lockfile when node_modules is missing or holds other versions. */
export async function installPackages() {
  if (isUpToDate()) return {};
  process.stdout.write('Installing packages from the lockfile …\n');
  // Not `npm ci`: it insists on optional packages of other platforms that some registries do not carry.
  const { code, output } = await run('npm', ['install', '--no-save', '--no-audit', '--no-fund']);
  return code === 0 ? {} : { error: `npm install failed:\n${output.trim()}` };
}

/** Compares versions, not times: a checkout touches the lockfile without changing it. */
function isUpToDate() {
  if (!existsSync(INSTALLED)) return false;
  const [wanted, present] = [LOCK, INSTALLED].map(file => JSON.parse(readFileSync(file, 'utf8')).packages);
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && !entry.optional && !entry.devOptional && !entry.peer)
    .every(([path, entry]) => present[path]?.version === entry.version);
}
