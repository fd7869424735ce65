import { createHash } from 'node:crypto';
import { builtFiles, contentTypeOf, readBuilt } from '#tests/support/build.ts';
import { BASE, type DistServer } from './dist-server.ts';

/** The files of a later version, by what they are: addresses. */
export type NextVersion = { index: string; entry: string; chunk: string; drainer: string };

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function builtName(pattern: RegExp): string {
  const name = builtFiles().find(file => pattern.test(file));
  if (!name) throw new Error(`The build has no file like ${pattern}`);
  return name;
}

/** Puts a later version onto the server: another index, entry, chunk and drainer, and a worker that knows their digests. */
export function seedNextVersion(server: DistServer): NextVersion {
  const later = (name: string) => name.replace(/-[\w-]{8}(?=\.\w+$)/, '-nextnext');
  const entry = builtName(/^assets\/index-[\w-]{8}\.js$/);
  const chunk = builtName(/^assets\/sign-in-[\w-]{8}\.js$/);
  const drainer = builtName(/^assets\/sw-drain-/);
  let worker = readBuilt('sw.js').toString();
  const replace = (name: string, text: string) => {
    const before = readBuilt(name).toString();
    worker = worker.replaceAll(digestOf(before), digestOf(text)).replaceAll(name, later(name));
    server.seed(BASE + later(name), { type: contentTypeOf(name), body: text });
  };
  replace(chunk, `${readBuilt(chunk)}\n// next`);
  replace(entry, `${readBuilt(entry)}\n// next`);
  replace(drainer, readBuilt(drainer).toString().replace(/\}$/, '/* next */}'));
  replace('index.html', readBuilt('index.html').toString().replace(entry, later(entry)));
  // Its revision is a part of its digest.
  const index = digestOf(readBuilt('index.html').toString());
  worker = worker.replaceAll(index.slice(-9), 'nextnext=');
  server.seed(`${BASE}sw.js`, { type: 'text/javascript', body: worker });
  return {
    index: `${BASE}index.html`,
    entry: BASE + later(entry),
    chunk: BASE + later(chunk),
    drainer: BASE + later(drainer),
  };
}
