import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const BASE = '/application/';

/**
 * Moderators' and administrators' features, what asks to install the app, and the 403 screens: cached at first use, not
 * at install (sw/README.md).
 */
const ONLINE_FEATURES =
  /\/src\/features\/((install|moderation|reports|search|statistics|users|policies|credentials|warehouse|dashboard\/waiting)\/|error-screens\/forbidden-)/;

/** For browsers older than TARGET: every browser that runs the worker has a native date input. */
const OLDER_BROWSERS = /\/src\/ui\/form\/date-selects\.tsx$/;

/** Cheap phones keep an old WebView; no newer function is used (tests/architecture/project-rules.test.ts). */
const TARGET = ['chrome100', 'safari15.4', 'firefox104'];

/**
 * What the app loads beside its first paint. A module is in the first of these files whose entries import it, so that a
 * file needs only those above it. Whatever else a promoter can reach comes with the screens.
 */
const PROMOTER_FILES = {
  // What stands around every screen behind the sign-in.
  shell: ['src/app/shell/shell.tsx', 'src/app/shell/record-call.ts'],
  // The book: the first thing that most starts show.
  list: ['src/features/contact-page/contacts-screen.tsx'],
  // A signed-out phone's first screen.
  'sign-in': ['src/features/sign-in/login-screen.tsx'],
  // What sends, fetches and holds the focus, loaded once the first screen has been drawn.
  sync: ['src/app/device-sync.ts', 'node_modules/axios/index.js'],
  link: ['src/app/worker-link.ts', 'src/ui/form/hold-focus.ts'],
  toasts: ['src/ui/toast-view.tsx'],
  desktop: ['src/app/shell/side-bar.tsx', 'src/app/shell/top-bar-tools.tsx'],
  // Export and import of unsent entries.
  unsent: ['src/features/outbox/unsent-file.ts'],
};

const PICKERS = /\/node_modules\/@(base-ui|floating-ui)\//;

/** What a feature shows of itself to the others. */
const FEATURE_INDEX = /\/src\/features\/([^/]+)\/index\.ts$/;

const SECOND_MS = 1000;

/** Dexie looks for indexedDB when it is loaded, so the fake one must be imported first. */
const FAKE_DATABASE = 'fake-indexeddb/auto';

/**
 * Files that only an online feature can reach; filled by the build of the page, read by that of the worker.
 */
const firstUseOnlyFiles = new Set<string>();

/** Walks the chunks from the entry as a promoter's app loads them; what is not reached is not precached. */
function findFirstUseOnly(): Plugin {
  return {
    name: 'find-first-use-only',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
      for (const file of firstUseFiles(chunks)) firstUseOnlyFiles.add(file);
    },
  };
}

/**
 * Fetches what the first paint needs while the first view is drawn. As `preload` and not as `modulepreload`: compiling
 * it then would delay that view.
 */
function preloadFirstPaint(): Plugin {
  return {
    name: 'fetch-start-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(output => output.type === 'chunk');
        const base = filesFrom(chunks, 'base').filter(file => !html.includes(file));
        return base.map(file => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: file.endsWith('.css') ? 'style' : 'script',
            crossorigin: true,
            href: BASE + file,
          },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** The files of the chunk of that name, and of all that it imports. */
function filesFrom(chunks: readonly Rolldown.OutputChunk[], name: string): string[] {
  const byFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]));
  const importsOf = (file: string) => byFile.get(file)?.imports ?? [];
  const start = chunks.find(chunk => chunk.name === name);
  if (!start) throw new Error(`The build has no file ${name}`);
  return [...reachableFrom(start.fileName, importsOf)].flatMap(file => {
    const chunk = byFile.get(file);
    return chunk ? filesOf(chunk) : [];
  });
}

/** By module: the file that it is in; null for the entry's own modules and for what no promoter reaches. */
let fileNames: Map<string, string> | null = null;

/** Few files instead of one for each module shared with another screen: on a cheap phone each costs the start. */
function fileOf(moduleId: string, context: Rolldown.ChunkingContext): string | null {
  fileNames ??= nameFiles(context);
  return fileNames.get(moduleId) ?? null;
}

function nameFiles(context: Rolldown.ChunkingContext): Map<string, string> {
  const importsOf = (entry: string) => [...staticImportsFrom(resolve(entry), context)];
  const inFile = Object.entries(PROMOTER_FILES).flatMap(([name, entries]) =>
    entries.flatMap(importsOf).map(id => [id, name] as const),
  );
  const ofSignIn = new Set(PROMOTER_FILES['sign-in'].flatMap(importsOf));
  // What the sign-in shares with the other files is one of its own, so that neither loads the other.
  const shared = inFile.filter(([id, name]) => name !== 'sign-in' && ofSignIn.has(id));
  const first = importsOf('src/app/start.tsx');
  // Of several files the last that is named here has the module.
  const files = new Map([
    ...sharedOnline(context),
    ...[...promoterModules(context)].map(id => [id, 'screens'] as const),
    ...inFile.reverse(),
    ...shared.map(([id]) => [id, 'fields'] as const),
    ...first.map(id => [id, id.includes('/node_modules/') ? 'packages' : 'base'] as const),
  ]);
  for (const id of importsOf('src/main.tsx')) files.delete(id);
  return files;
}

/**
 * What more than one of the online features needs, in two files: one for each module would cost each of their screens.
 * Only some have pickers, whose library is large.
 */
function sharedOnline(context: Rolldown.ChunkingContext): Map<string, string> {
  const entries = new Set<string>();
  reachableFrom(resolve('src/main.tsx'), id => {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    for (const lazy of dynamicallyImportedIds) if (isOnlineFeature(lazy)) entries.add(lazy);
    return [...importedIds, ...dynamicallyImportedIds];
  });
  const older = [...entries].filter(entry => OLDER_BROWSERS.test(entry));
  const notShared = new Set(older.flatMap(entry => [...staticImportsFrom(entry, context)]));
  const needed = [...entries].flatMap(entry => {
    const shown = FEATURE_INDEX.test(entry) ? (context.getModuleInfo(entry)?.importedIds ?? []) : [entry];
    return [...new Set(shown.flatMap(id => [...staticImportsFrom(id, context)]))];
  });
  const shared = needed.filter((id, at) => needed.indexOf(id) < at && !notShared.has(id));
  const isPicker = (id: string) =>
    PICKERS.test(id) || [...staticImportsFrom(id, context)].some(imported => PICKERS.test(imported));
  return new Map(shared.map(id => [id, isPicker(id) ? 'admin-pickers' : 'admin-shared']));
}

let cachedPromoterModules: Set<string> | null = null;

function promoterModules(context: Rolldown.ChunkingContext): Set<string> {
  cachedPromoterModules ??= reachableFrom(resolve('src/main.tsx'), id => {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    return [...importedIds, ...dynamicallyImportedIds.filter(lazy => !isOnlineFeature(lazy))];
  });
  return cachedPromoterModules;
}

function staticImportsFrom(start: string, context: Rolldown.ChunkingContext): Set<string> {
  return reachableFrom(start, id => importedBy(id, context));
}

/** A feature's index stands for all of the feature: of it only those modules count whose names are imported. */
function importedBy(id: string, context: Rolldown.ChunkingContext): string[] {
  const { importedIds = [], code } = context.getModuleInfo(id) ?? {};
  if (FEATURE_INDEX.test(id)) return [];
  return importedIds.flatMap(imported => {
    const [, feature] = FEATURE_INDEX.exec(imported) ?? [];
    if (!feature) return [imported];
    const taken = new RegExp(`import\\s*{([^}]*)}\\s*from\\s*["']#features/${feature}/index`, 'g');
    const names = [...(code ?? '').matchAll(taken)].flatMap(([, list = '']) => namesIn(list));
    const shown = [...(context.getModuleInfo(imported)?.code ?? '').matchAll(SHOWN)];
    const used = shown.filter(([, list = '']) => namesIn(list).some(name => names.includes(name)));
    return [imported, ...used.map(([, , file = '']) => resolve(imported, '..', file))];
  });
}

/** `export { a, b } from './c.ts'` */
const SHOWN = /export\s*{([^}]*)}\s*from\s*["']([^"']+)["']/g;

/** The names in braces, as the other module calls them. */
function namesIn(list: string): string[] {
  return list
    .split(',')
    .map(name => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter(Boolean);
}

function reachableFrom(start: string, next: (id: string) => readonly string[]): Set<string> {
  const visited = new Set<string>();
  const waiting = [start];
  for (let id = waiting.pop(); id; id = waiting.pop()) {
    if (visited.has(id)) continue;
    visited.add(id);
    waiting.push(...next(id));
  }
  return visited;
}

export type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'isEntry' | 'facadeModuleId' | 'imports' | 'dynamicImports'
> & { viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> } };

/** Scripts, styles and images that are reached only through a lazily loaded online feature. */
export function firstUseFiles(chunks: readonly Chunk[]): Set<string> {
  const visited = reachableChunks(chunks);
  const kept = new Set(chunks.filter(chunk => visited.has(chunk.fileName)).flatMap(filesOf));
  return new Set(chunks.flatMap(filesOf).filter(file => !kept.has(file)));
}

function reachableChunks(chunks: readonly Chunk[]): Set<string> {
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]));
  const visited = new Set<string>();
  const waiting = chunks.filter(chunk => chunk.isEntry);
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (visited.has(chunk.fileName)) continue;
    visited.add(chunk.fileName);
    const statics = chunk.imports.flatMap(name => byName.get(name) ?? []);
    const lazies = chunk.dynamicImports.flatMap(name => byName.get(name) ?? []);
    waiting.push(...statics, ...lazies.filter(lazy => !isOnlineFeature(lazy.facadeModuleId)));
  }
  return visited;
}

function isOnlineFeature(moduleId: string | null | undefined): boolean {
  const path = moduleId?.replaceAll('\\', '/') ?? '';
  return ONLINE_FEATURES.test(path) || OLDER_BROWSERS.test(path);
}

function filesOf(chunk: Chunk): string[] {
  const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
  return [chunk.fileName, ...importedCss, ...importedAssets];
}

/**
 * The packages' own entries resolve to larger builds: the router's to that of development, Dexie's to one for browsers
 * before 2018, which everybody has to share (page, hooks, worker).
 */
function smallerBuilds(): Plugin {
  const at = (file: string) => resolve('node_modules', file);
  const alias = [
    { find: /^react-router$/, replacement: at('react-router/dist/production/index.mjs') },
    { find: /^react-router\/dom$/, replacement: at('react-router/dist/production/dom-export.mjs') },
    { find: /^dexie$/, replacement: at('dexie/dist/modern/dexie.mjs') },
  ];
  return {
    name: 'smaller-builds',
    apply: 'build',
    config: () => ({ resolve: { alias } }),
    // A component that has a name for debuggers counts as used, with all that only it needs.
    transform: {
      filter: { id: /\/react-router\/dist\/production\// },
      handler: code => code.replace(/^\w+\.displayName = .*;$/gm, ''),
    },
  };
}

/** Where the build is written. */
let outDir = 'dist';

/** A file of the build with its digest, as the worker gets it (sw/files.ts). */
type FileWithIntegrity = { url: string; integrity: string };

function digestOf(bytes: string | Buffer): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** The digest of a file as it is served; a compressed copy has the same decoded bytes. */
function digestOfFile(file: string): string {
  return digestOf(readFileSync(join(outDir, file)));
}

/** A precache entry with its digest, of which a part is the revision: that keeps the worker small. */
function withDigest<Entry extends { url: string; revision: string | null }>(entry: Entry): Entry {
  const integrity = digestOfFile(entry.url);
  return { ...entry, integrity, revision: entry.revision && integrity.slice(-9) };
}

/** Writes a file named by the hash of its content, as the bundler does. */
function writeHashed(name: string, extension: string, text: string): FileWithIntegrity {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  const file = `assets/${name}-${hash}.${extension}`;
  writeFileSync(join(outDir, file), text);
  return { url: BASE + file, integrity: digestOf(text) };
}

/**
 * Scripts outside the app's chunks: the check of its start, the repair page, and the export of unsent
 * entries.
 */
const REPAIR_SCRIPTS = ['start-check', 'repair', 'unsent'];

const SEPARATE_BUILD = {
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [smallerBuilds()],
} satisfies InlineConfig;

/**
 * Each is one file with a fixed name, so that an old page finds it too. Built before the worker, which
 * precaches it.
 */
function buildRepair(): Plugin {
  return {
    name: 'build-repair',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { defer: true, src: `${BASE}start-check.js` }, injectTo: 'head' },
    ],
    async writeBundle() {
      const entry = Object.fromEntries(REPAIR_SCRIPTS.map(name => [name, `src/app/repair/${name}.ts`]));
      const lib = { entry, formats: ['es' as const], fileName: (_: string, name: string) => `${name}.js` };
      // Library output is minified only if it is asked for.
      const rolldownOptions = { output: { minify: true } };
      await build({
        ...SEPARATE_BUILD,
        build: { target: TARGET, outDir, emptyOutDir: false, lib, rolldownOptions },
      });
    },
  };
}

/**
 * The script that the worker imports only to send (sw/background-sync.ts): a classic script, all of it in one function,
 * whose source the worker can check before it runs.
 */
async function buildDrainer(): Promise<FileWithIntegrity> {
  const lib = { entry: 'sw/drainer.ts', formats: ['iife' as const], name: 'drainer' };
  const built = await build({ ...SEPARATE_BUILD, build: { target: TARGET, write: false, lib } });
  const [script] = [built].flat().flatMap(each => ('output' in each ? each.output : []));
  if (script?.type !== 'chunk') throw new Error('sw/drainer.ts has become no script');
  return writeHashed('sw-drain', 'js', `self.loadDrainer=function(){${script.code.trim()}}`);
}

/** The digests of what the worker keeps at its first use (sw/first-use.ts). */
function writeFirstUseList(): FileWithIntegrity {
  const digests = [...firstUseOnlyFiles].sort().map(file => [BASE + file, digestOfFile(file)]);
  return writeHashed('first-use', 'json', JSON.stringify(Object.fromEntries(digests)));
}

/** The version of package.json, with the commit that the build's environment may name. */
function buildVersion(): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commit = process.env.APP_COMMIT?.slice(0, 7);
  return commit ? `${version}+${commit}` : version;
}

/** Suffix of the class names → the style sheet. */
const sheetByLetters = new Map<string, string>();

/** Short, and the same for all classes of a sheet: random letters compress worst. */
function generateScopedName(name: string, file: string): string {
  const letters = createHash('sha256').update(relative('.', file)).digest('base64url').slice(0, 3);
  const other = sheetByLetters.get(letters) ?? file;
  if (other !== file) throw new Error(`${file} and ${other} would share class names: take more letters`);
  sheetByLetters.set(letters, file);
  return name + letters;
}

const pwa = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'sw.js',
  registerType: 'prompt',
  injectRegister: false,
  includeManifestIcons: false,
  manifest: false,
  injectManifest: {
    globPatterns: [
      ...['index.html', 'manifest.webmanifest', 'favicon.svg', `{${REPAIR_SCRIPTS}}.js`],
      'assets/**/*.{js,css,woff2,svg}',
    ],
    globIgnores: ['assets/sw-drain-*'],
    manifestTransforms: [
      async entries => ({
        manifest: entries.filter(entry => !firstUseOnlyFiles.has(entry.url)).map(withDigest),
        warnings: [],
      }),
    ],
  },
  integration: {
    // The plugin names the output after the source. The source is main.ts, the address must stay sw.js.
    beforeBuildServiceWorker(options) {
      options.swSrc = resolve('sw/main.ts');
    },
    async configureCustomSWViteBuild(options) {
      options.define = {
        ...options.define,
        __DRAINER__: JSON.stringify(await buildDrainer()),
        __FIRST_USE_LIST__: JSON.stringify(writeFirstUseList()),
      };
    },
  },
});

const backend = { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` };

function project(name: string, include: string[], rest: TestProjectInlineConfiguration['test'] = {}) {
  return { extends: true as const, test: { name, include, environment: 'node', ...rest } };
}

/** What tries every case there is and takes its time: a part of its own, which only `npm run test:all` runs. */
const EXHAUSTIVE = '**/*.exhaustive.test.{ts,tsx}';

/** A project, and beside it the same one for its exhaustive tests. */
function withExhaustive(
  name: string,
  include: string[],
  rest: NonNullable<TestProjectInlineConfiguration['test']>,
) {
  const { exclude = [] } = rest;
  return [
    project(name, include, { ...rest, exclude: [...exclude, EXHAUSTIVE] }),
    project(`every-${name}`, include.map(onlyExhaustive), rest),
  ];
}

function onlyExhaustive(files: string): string {
  return files.replace('.test.', '.exhaustive.test.');
}

/** Test files share a process: the next one finds the modules loaded and a database made. */
const sharedProcess = { isolate: false };

/** One PostgreSQL for the tests of all these projects. */
const onPostgres = { globalSetup: ['tests/support/postgres-of-run.ts'] };

/** Tests of start, signals, locks, sockets and the terminal: they need a server process of their own. */
const PROCESS_TESTS = 'server/**/*.process.test.ts';

/**
 * They end what hangs: a journey that takes 30 s alone took 130 s beside two others on a busy machine of two cores.
 * `poll`: a second is too short for two browsers there; a condition that holds earlier is not delayed.
 */
const longTimeouts = {
  testTimeout: 300 * SECOND_MS,
  hookTimeout: 300 * SECOND_MS,
  expect: { poll: { timeout: 20 * SECOND_MS } },
};

/** Files share a process with the real server and a real browser. */
const realBrowser = {
  ...longTimeouts,
  ...sharedProcess,
  environment: './tests/journeys/support/environment.ts',
  setupFiles: ['tests/journeys/support/after-each.ts'],
};

export default defineConfig({
  base: BASE,
  plugins: [
    react(),
    findFirstUseOnly(),
    preloadFirstPaint(),
    smallerBuilds(),
    ...(process.env.VITEST ? [] : [buildRepair(), pwa]),
  ],
  define: { __APP_VERSION__: JSON.stringify(buildVersion()) },
  css: { modules: { generateScopedName } },
  build: {
    target: TARGET,
    // Inlined files would need `data:` in the content policy and would be precached twice.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // No getter of ours or of a package does anything: a class that extends `React.Component` goes when nobody needs it.
      treeshake: {
        propertyReadSideEffects: false,
        // A module of a feature that nothing is taken from is not loaded.
        moduleSideEffects: [{ test: /\/src\/features\/.*\.tsx?$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: fileOf, debugName: 'a promoter’s files' }],
        },
        chunkFileNames: chunk =>
          isOnlineFeature(chunk.facadeModuleId) ? 'assets/admin-[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
  },
  server: {
    // Anchored at the origin's root: /application/oauth and /application/abac are pages.
    proxy: Object.fromEntries(
      ['^/api/', '^/oauth/', '^/abac/', `^${BASE}config\\.json`].map(at => [at, backend]),
    ),
  },
  test: {
    // A worker of journeys stops its server and its browser, which takes a while on a busy machine.
    teardownTimeout: 60 * SECOND_MS,
    projects: [
      project('unit', ['src/**/*.test.ts', 'sw/**/*.test.ts', 'tests/address-books/*.test.ts'], {
        ...sharedProcess,
        ...onPostgres,
        setupFiles: [FAKE_DATABASE],
        restoreMocks: true,
        unstubGlobals: true,
      }),
      ...withExhaustive('unit-dom', ['src/**/*.test.tsx'], {
        ...sharedProcess,
        ...onPostgres,
        environment: 'happy-dom',
        setupFiles: [FAKE_DATABASE, 'tests/support/dom-setup.ts'],
        testTimeout: 20 * SECOND_MS,
        hookTimeout: 60 * SECOND_MS,
      }),
      ...withExhaustive('server', ['server/**/*.test.ts', 'tests/postgres/*.test.ts'], {
        ...sharedProcess,
        ...onPostgres,
        exclude: [PROCESS_TESTS],
        testTimeout: 60 * SECOND_MS,
        hookTimeout: 60 * SECOND_MS,
      }),
      project('processes', [PROCESS_TESTS], {
        testTimeout: 300 * SECOND_MS,
        hookTimeout: 300 * SECOND_MS,
        globalSetup: [
          'tests/support/postgres-of-run.ts',
          'tests/support/built-server.ts',
          'tests/support/demo-data.ts',
        ],
      }),
      project('architecture', [
        ...['tests/architecture/**/*.test.ts', 'tests/support/**/*.test.ts'],
        'tests/runner/**/*.test.mjs',
      ]),
      ...withExhaustive('sync', ['tests/sync/**/*.test.ts'], {
        ...sharedProcess,
        ...onPostgres,
        setupFiles: [FAKE_DATABASE],
        testTimeout: 60 * SECOND_MS,
        hookTimeout: 60 * SECOND_MS,
      }),
      project('faults', ['tests/faults/*.test.ts', 'tests/faults/{model,mutants}/**/*.test.ts'], {
        setupFiles: [FAKE_DATABASE],
        ...longTimeouts,
      }),
      project('nemesis', ['tests/faults/nemesis/**/*.test.ts'], {
        testTimeout: 600 * SECOND_MS,
        hookTimeout: 120 * SECOND_MS,
        globalSetup: ['tests/support/demo-data.ts'],
        fileParallelism: false,
      }),
      ...withExhaustive('contract', ['tests/contract/**/*.test.ts'], {
        ...sharedProcess,
        ...onPostgres,
        testTimeout: 30 * SECOND_MS,
        hookTimeout: 60 * SECOND_MS,
      }),
      project('spreadsheets', ['tests/spreadsheets/**/*.test.ts'], longTimeouts),
      // Several server processes on one database.
      project('postgres-processes', ['tests/postgres/processes/**/*.test.ts'], {
        ...longTimeouts,
        ...onPostgres,
        fileParallelism: false,
      }),
      project('main-jobs', ['tests/journeys/main/**/*.test.ts'], {
        ...realBrowser,
        globalSetup: ['tests/support/built-server.ts'],
        maxWorkers: 1,
        sequence: { groupOrder: 1 },
      }),
      project('journeys', ['tests/pwa/**/*.test.ts', 'tests/journeys/**/*.test.ts'], {
        ...realBrowser,
        exclude: ['tests/journeys/main/**'],
        globalSetup: [
          'tests/support/built-server.ts',
          'tests/support/demo-data.ts',
          'tests/journeys/support/gallery.ts',
        ],
        // More than cores: a journey waits half of its time.
        maxWorkers: 3,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
