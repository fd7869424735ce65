/**
 * Brings packages and build up to date if they are not. Plain JavaScript without packages, because on a fresh clone there
 * are none.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What the page is built from. */
const SOURCES = [
  'src',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'server/cli/compress.ts',
];

/** Written last by the build: a build that was interrupted has none. */
const BUILD_STAMP = join(ROOT, 'dist', '.built');

/** What the server is built from, and where it is. */
const SERVER_SOURCES = ['src', 'server', 'package-lock.json'];
export const SERVER_BUILD = join(ROOT, '.server');

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  if (!enough) fail(`Нужен Node.js 20.19 или новее, а запущен ${process.version} (${process.execPath}).`);
}

function run(title, args) {
  process.stdout.write(`${title}…\n`);
  // npm is a script for the shell on Windows; the arguments are our own constants.
  const { status } = spawnSync('npm', args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail(`Не получилось: npm ${args.join(' ')} (код ${status}). Подробности выше.`);
}

/** Packages by name and version, without what npm itself adds to one file or leaves out of the other. */
function packagesIn(file) {
  const { packages = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(Object.entries(packages).map(([path, entry]) => [path, entry]));
}

/** Packages are up to date when everything that the lockfile wants here is installed in that version. */
export function arePackagesFresh(root = ROOT) {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = packagesIn(installedFile);
  for (const [path, wanted] of packagesIn(join(root, 'package-lock.json'))) {
    if (path === '') continue;
    const present = installed.get(path);
    // Optional packages of other systems are wanted by the lockfile and rightly absent.
    if (!present && !wanted.optional && !wanted.peer) return false;
    if (present && present.version !== wanted.version) return false;
  }
  return true;
}

function newestIn(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = readdirSync(path).map(name => newestIn(join(path, name)));
  return Math.max(0, ...inside);
}

function isFresh(stamp, sources) {
  if (!existsSync(stamp)) return false;
  return statSync(stamp).mtimeMs >= Math.max(...sources.map(path => newestIn(join(ROOT, path))));
}

export function preparePackages() {
  checkNode();
  // Not `npm ci`: it insists on optional packages of other platforms that some registries do not carry.
  if (!arePackagesFresh()) run('Устанавливаю пакеты (npm install)', ['install', '--no-save']);
}

export function prepareBuild() {
  if (!isFresh(BUILD_STAMP, SOURCES)) run('Собираю страницу (npm run build)', ['run', 'build']);
}

/** Returns the file that is the server. */
export function prepareServer() {
  const isBuilt = isFresh(join(SERVER_BUILD, '.built'), SERVER_SOURCES);
  if (!isBuilt) run('Собираю сервер (npm run build:server)', ['run', 'build:server']);
  return join(SERVER_BUILD, 'main.mjs');
}
