import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Source text by path from the repository's root. */
export type Tree = Readonly<Record<string, string>>;

export type Import = { from: string; to: string };

/** The source files of these folders. */
export function readTree(folders: readonly string[]): Tree {
  const files = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map(file => posix.join(folder, file.replaceAll('\\', '/')))
      .filter(file => /\.(ts|tsx|mts|mjs)$/.test(file) && !file.endsWith('.d.ts')),
  );
  return Object.fromEntries(files.map(file => [file, readFileSync(file, 'utf8')]));
}

/**
 * Every import of the tree, static, dynamic, re-exported or of types only. A path of the repository
 * for our own files, the bare name for packages.
 */
export function importsOf(tree: Tree): Import[] {
  return Object.entries(tree).flatMap(([from, source]) =>
    specifiers(source).map(specifier => ({ from, to: resolveImport(from, specifier) })),
  );
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm;
const SPECIFIER = /\b(?:from\s*|import\s*\(?\s*)(['"`])([^'"`\n]+)\1/g;

function specifiers(source: string): string[] {
  const code = source.replace(COMMENTS, '$1');
  return [...code.matchAll(SPECIFIER)].flatMap(match => match[2] ?? []);
}

const aliases: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).imports;

function resolveImport(from: string, specifier: string): string {
  const [path = ''] = specifier.split('?');
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  const [alias = '', ...rest] = path.split('/');
  const target = aliases[`${alias}/*`];
  return target ? posix.normalize(target.replace('*', rest.join('/'))) : path;
}
