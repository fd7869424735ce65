import { arePackagesFresh } from '../../server/cli/prepare.mjs';
import { run } from './run.mjs';

/** Installs from the lockfile when node_modules is missing or holds other versions. */
export async function installPackages() {
  if (arePackagesFresh()) return {};
  process.stdout.write('Installing packages from the lockfile …\n');
  // Not `npm ci`: it insists on optional packages of other platforms that some registries do not carry.
  const { code, output } = await run('npm', ['install', '--no-save', '--no-audit', '--no-fund']);
  return code === 0 ? {} : { error: `npm install failed:\n${output.trim()}` };
}
