import { existsSync, readdirSync, readFileSync } from 'node:fs';

const UNSEEN = new Set(['node_modules', 'dist', '.data', '.git', 'package-lock.json']);

/** The folders and files that a map must name: the top level without dotfiles, and the floors of src. */
export function placesOfTree(): string[] {
  const top = readdirSync('.', { withFileTypes: true })
    .filter(entry => !entry.name.startsWith('.') && !UNSEEN.has(entry.name))
    .map(entry => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  const floors = readdirSync('src', { withFileTypes: true })
    .filter(entry => entry.isDirectory() && readdirSync(`src/${entry.name}`).length > 0)
    .map(entry => `src/${entry.name}/`);
  return [...top, ...floors].sort();
}

/** The same places as the README's section "Map" names them: one per line, two spaces deeper inside src/. */
export function placesOfMap(readme: string): string[] {
  const block = /^## Map\n[\s\S]*?^```\w*\n([\s\S]*?)^```/m.exec(readme)?.[1];
  if (block === undefined) return [];
  const places: string[] = [];
  let folder = '';
  for (const [, depth = '', name = ''] of block.matchAll(/^( *)(\S+)/gm)) {
    if (depth === '') folder = name;
    if (depth === '') places.push(name);
    if (depth === '  ' && folder === 'src/' && name.endsWith('/')) places.push(`${folder}${name}`);
  }
  return places.sort();
}

/** What the map and the tree do not agree on, as sentences. */
export function mapErrors(map: readonly string[], tree: readonly string[]): string[] {
  return [
    ...tree.filter(place => !map.includes(place)).map(place => `README's map lacks ${place}: add a line`),
    ...map
      .filter(place => !tree.includes(place))
      .map(place => `README's map names ${place}, which is not there`),
  ];
}

/** Lines as an editor counts them. */
export function countLines(source: string): number {
  return source.trimEnd().split('\n').length;
}

const DRAWER = /(^|[/-])(utils?|helpers?|common|misc|managers?|services?)([-.]|\/|$)/;

/** Whether a path is named after a drawer instead of its content. */
export function isDrawer(path: string): boolean {
  return DRAWER.test(path);
}

/** Addresses that a page without a network would wait for, and that tell strangers about our users. */
export function strangeAddresses(source: string): string[] {
  const named =
    /\b(?:https?|wss?):\/\/(?!localhost|127\.0\.0\.1|\[::1\]|www\.w3\.org\/|[\w.-]*example\.)[\w.-]+\.[a-z]{2,}/g;
  return [...source.matchAll(named)].map(match => match[0]);
}

/** The README, or an empty one when there is none. */
export function readReadme(): string {
  return existsSync('README.md') ? readFileSync('README.md', 'utf8') : '';
}
