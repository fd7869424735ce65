import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTree } from './imports.ts';

const TEST = /\.test\.(tsx?|mjs)$/;
const MOST_LINES = 280;
const MOST_LINES_OF_A_TEST = 400;
/** Escaped, so that it does not find itself. */
const MODULE_MOCK = /\bvi\s*\.\s*(do)?mock\(/i;

const UNSEEN = new Set(['node_modules', 'dist', '.data', '.git', 'package-lock.json']);

/** The folders and files that a map must name: the top level without dotfiles, and the floors of src. */
function placesOfTree(): string[] {
  const top = readdirSync('.', { withFileTypes: true })
    .filter(entry => !entry.name.startsWith('.') && !UNSEEN.has(entry.name))
    .map(entry => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  const floors = readdirSync('src', { withFileTypes: true })
    .filter(entry => entry.isDirectory() && readdirSync(`src/${entry.name}`).length > 0)
    .map(entry => `src/${entry.name}/`);
  return [...top, ...floors].sort();
}

/** The same places as the README's section "Map" names them: one per line, two spaces deeper inside src/. */
function placesOfMap(readme: string): string[] {
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
function mapErrors(map: readonly string[], tree: readonly string[]): string[] {
  return [
    ...tree.filter(place => !map.includes(place)).map(place => `README's map lacks ${place}: add a line`),
    ...map
      .filter(place => !tree.includes(place))
      .map(place => `README's map names ${place}, which is not there`),
  ];
}

/** Lines as an editor counts them. */
function countLines(source: string): number {
  return source.trimEnd().split('\n').length;
}

/** The files that are longer than that, as sentences. */
function longer(files: readonly [path: string, source: string][], most: number): string[] {
  return files
    .filter(([, source]) => countLines(source) > most)
    .map(([path, source]) => `${path} has ${countLines(source)} lines: split it, ${most} are the most`);
}

const VAGUE_NAME = /(^|[/-])(utils?|helpers?|common|misc|managers?|services?)([-.]|\/|$)/;

/** Whether a path is named so vaguely that anything could be in it. */
function isVague(path: string): boolean {
  return VAGUE_NAME.test(path);
}

/** Addresses that a page without a network would wait for, and that tell strangers about our users. */
function strangeAddresses(source: string): string[] {
  const named =
    /\b(?:https?|wss?):\/\/(?!localhost|127\.0\.0\.1|\[::1\]|www\.w3\.org\/|[\w.-]*example\.)[\w.-]+\.[a-z]{2,}/g;
  return [...source.matchAll(named)].map(match => match[0]);
}

/** What the oldest browsers of the build's TARGET do not have: the build changes syntax and adds no function. */
const NEWER_THAN_TARGET =
  /\b(URL\.(canParse|parse)|AbortSignal\.(timeout|any)|(Object|Map)\.groupBy|Promise\.(withResolvers|try)|Array\.fromAsync|RegExp\.escape|Iterator\.from)\b|\.(toSorted|toSpliced|toReversed|throwIfAborted|isWellFormed|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|\.(keys|values|entries)\(\)\.(map|filter|some|every|find|reduce|toArray)\(/g;

function newerThanTarget(source: string): string[] {
  return [...source.matchAll(NEWER_THAN_TARGET)].map(match => match[0]);
}

/** Words of a private vocabulary that were replaced: no identifier and no file is named with one of them. */
const REMOVED_WORDS =
  /^(asker|deeds?|desks?|doom|errands?|forth|lessor|oneself|rehearsed?|telling|tell|told|twins?|victims?|workbench|bury|pocket|mishaps?|relief)$/i;

/** Names that are stored or sent: an operation of the contract, and columns of the outbox. */
const KEPT_NAMES = new Set(['tellRequest', 'toldAs', 'twinId']);

const NO_CODE = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|>[^<>{}]*<\//gm;

/** The removed words in the names of a file, each as a sentence. */
function removedWords([path, source]: readonly [path: string, source: string]): string[] {
  const names = source.replaceAll(NO_CODE, ' ').match(/[A-Za-z_$][\w$]*/g) ?? [];
  return [...new Set([...names, ...path.split(/[/.]/)])]
    .filter(name => !KEPT_NAMES.has(name) && wordsOf(name).some(word => REMOVED_WORDS.test(word)))
    .map(name => `${path} names ${name}: use the word that README's glossary or the field has`);
}

/** `sendLater`, `SEND_LATER` and `send-later` → send, later. */
function wordsOf(name: string): string[] {
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').split(/[-_$]/);
}

/** The README, or an empty one when there is none. */
function readReadme(): string {
  return existsSync('README.md') ? readFileSync('README.md', 'utf8') : '';
}

const sources = Object.entries(readTree(['src', 'sw', 'server']));
const product = sources.filter(([path]) => !TEST.test(path));
const belowTests = Object.entries(readTree(['tests']));
const tests = [...sources, ...belowTests].filter(([path]) => TEST.test(path));

describe('the project', () => {
  it('is what the map in the README shows', () => {
    expect(mapErrors(placesOfMap(readReadme()), placesOfTree())).toEqual([]);
  });

  it('has no file that nobody reads to its end', () => {
    expect(longer(product, MOST_LINES)).toEqual([]);
    expect(longer(tests, MOST_LINES_OF_A_TEST)).toEqual([]);
  });

  it('has no file with a name that says nothing', () => {
    const paths = [...sources, ...belowTests].map(([path]) => path);
    expect(paths.filter(isVague).map(path => `${path}: name it after what it does`)).toEqual([]);
  });

  it('uses no word of its former private vocabulary', () => {
    const own = 'tests/architecture/project-rules.test.ts';
    const all = [...sources, ...belowTests].filter(([path]) => path !== own);
    expect(all.flatMap(removedWords)).toEqual([]);
  });

  it('replaces no module in its tests', () => {
    const mocking = [...sources, ...belowTests].filter(([, source]) => MODULE_MOCK.test(source));
    expect(mocking.map(([path]) => `${path} mocks a module: pass what it needs as an argument`)).toEqual([]);
  });

  it('gives the page and its worker nothing that an old phone lacks', () => {
    const uses = product
      .filter(([path]) => !path.startsWith('server/'))
      .flatMap(([path, source]) => newerThanTarget(source).map(name => `${path} uses ${name}`));
    expect(uses).toEqual([]);
  });

  it('calls nobody outside', () => {
    const calls = product.flatMap(([path, source]) =>
      strangeAddresses(source).map(address => `${path} names ${address}`),
    );
    expect(calls).toEqual([]);
  });
});

it('a removed word is found in names of files and code, and not in comments and texts', () => {
  const source = "// a desk\nconst tellAll = 'notice'; const { nextDesk, TWIN_MAX } = works; tellRequest();";
  expect(removedWords(['src/forth.ts', source])).toEqual(
    ['tellAll', 'nextDesk', 'TWIN_MAX', 'forth'].map(name => expect.stringContaining(`names ${name}:`)),
  );
  expect(removedWords(['src/works.ts', 'const work_id = works.retelling;'])).toEqual([]);
});

it('a foreign address is told from our own', () => {
  expect(strangeAddresses("fetch('https://cdn.jsdelivr.net/x.js')")).toEqual(['https://cdn.jsdelivr.net']);
  const ours = "'http://localhost:8080' 'http://www.w3.org/2000/svg' 'a@example.com'";
  expect(strangeAddresses(ours)).toEqual([]);
});

it('a function of a newer browser is told from one that all have', () => {
  const newer = 'AbortSignal.timeout(1); names.toSorted(); book.values().map(read); URL.canParse(text)';
  expect(newerThanTarget(newer)).toEqual([
    'AbortSignal.timeout',
    '.toSorted(',
    '.values().map(',
    'URL.canParse',
  ]);
  expect(newerThanTarget('Object.values(book).map(read); [...book.values()].map(read); list.sort()')).toEqual(
    [],
  );
});
