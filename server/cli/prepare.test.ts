import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { removeBuilt } from './build-server.mjs';
import { fingerprint } from './prepare.mjs';

const root = mkdtempSync(join(tmpdir(), 'promo-prepare-'));
afterAll(() => rmSync(root, { recursive: true }));

it('knows sources by names and contents, whatever their times', () => {
  const sources = ['a', 'package.json', 'missing'];
  const file = (name: string) => join(root, name);
  mkdirSync(file('a'));
  writeFileSync(file('a/1.ts'), 'one');
  writeFileSync(file('a/2.ts'), 'two');
  writeFileSync(file('package.json'), '{}');
  const first = fingerprint(sources, root);
  utimesSync(file('a/1.ts'), 0, 0);
  expect(fingerprint(sources, root)).toBe(first);

  writeFileSync(file('a/1.ts'), 'eno');
  utimesSync(file('a/1.ts'), 0, 0);
  const changed = fingerprint(sources, root);
  rmSync(file('a/2.ts'));
  const fewer = fingerprint(sources, root);
  writeFileSync(file('package.json'), '[]');
  expect(new Set([first, changed, fewer, fingerprint(sources, root)]).size).toBe(4);
});

it('leaves nothing of an earlier build, and what is not its own', () => {
  const folder = join(root, 'built');
  mkdirSync(join(folder, 'migrations'), { recursive: true });
  for (const name of ['.built', 'main.mjs', 'shared-x.mjs', 'migrations/9999_newer.sql']) {
    writeFileSync(join(folder, name), '');
  }
  symlinkSync(root, join(folder, 'node_modules'));
  removeBuilt(folder);
  expect(readdirSync(folder)).toEqual(['node_modules']);
});
