/**
 * Brings packages and build up to date if they are not. Plain JavaScript without packages, because on a fresh clone there
 * are none.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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
const SERVER_SOURCES = ['src', 'server', 'package.json', 'package-lock.json'];
export const SERVER_BUILD = join(ROOT, '.server');
const SERVER_STAMP = join(SERVER_BUILD, '.built');

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

/** Names the lockfile whose packages were asked for, and of which a registry had not all. */
const ASKED = join('node_modules', '.asked-for');

/** Packages are up to date when everything that the lockfile wants here is installed in that version. */
export function arePackagesFresh(root = ROOT) {
  const installedFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = packagesIn(installedFile);
  const locked = packagesIn(join(root, 'package-lock.json'));
  for (const [path, wanted] of locked) {
    if (path === '') continue;
    const present = installed.get(path);
    if (!present && !mayLack(wanted)) return false;
    if (present && present.version !== wanted.version) return false;
  }
  const ours = Object.keys(locked.get('')?.optionalDependencies ?? {}).map(name => `node_modules/${name}`);
  const lacking = ours.filter(path => isOfThisMachine(locked.get(path)) && !installed.has(path));
  return lacking.length === 0 || holds(join(root, ASKED), fingerprint(['package-lock.json'], root));
}

/** Optional packages of other systems are wanted by the lockfile and rightly absent. */
const mayLack = ({ optional, peer }) => optional || peer;

const isOfThisMachine = ({ os, cpu } = {}) => os?.includes(process.platform) && cpu?.includes(process.arch);

/** Installs what the lockfile wants. npm leaves out what is optional and cannot be had: that is asked for once. */
function installPackages() {
  run('Устанавливаю пакеты (npm ci)', ['ci', '--include=optional']);
  writeFileSync(join(ROOT, ASKED), fingerprint(['package-lock.json']));
}

/** A text that another name or content among these files changes, and no other time: an older release is unpacked with its own. */
export function fingerprint(paths, root = ROOT) {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, root, path);
  return hash.digest('hex');
}

function addTo(hash, root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addTo(hash, root, `${path}/${name}`);
  } else if (stat) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path} ${bytes.length}\n`).update(bytes);
  }
}

/** What the build of the page, and that of the server, write last. */
export const pageFingerprint = () => fingerprint(SOURCES);
export const serverFingerprint = () => fingerprint(SERVER_SOURCES);

function holds(stamp, text) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === text;
}

export function preparePackages() {
  checkNode();
  if (!arePackagesFresh()) installPackages();
}

export function prepareBuild() {
  if (!holds(BUILD_STAMP, pageFingerprint())) run('Собираю страницу (npm run build)', ['run', 'build']);
}

const isServerFresh = () => holds(SERVER_STAMP, serverFingerprint());

/** Returns the file that is the server. */
export function prepareServer() {
  if (!isServerFresh()) run('Собираю сервер (npm run build:server)', ['run', 'build:server']);
  return join(SERVER_BUILD, 'main.mjs');
}

/** For a service, which may not write here: ends the process where the server that lies here is not that of the sources. */
export function checkServer() {
  if (isServerFresh()) return;
  fail(
    `Сервер в ${SERVER_BUILD} не собран или собран из других файлов. Выполните: node server/start.mjs --prepare`,
  );
}
