import { arePackagesFresh } from '../../server/cli/prepare.mjs';
import { run } from './run.mjs';

/** Installs from the lockfile when node_modules is missing or holds other versions. */
export async function installPackages() {
  if (arePackagesFresh()) return {};
  process.stdout.write('Installing packages from the lockfile …\n');
  const { code, output } = await run('npm', ['ci', '--include=optional']);
  return code === 0 ? {} : { error: `npm ci failed:\n${output.trim()}` };
}
