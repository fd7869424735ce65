import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** What shows which system calls a process makes, and which of them a unit allows. */
const TRACERS = { strace: 'strace', 'systemd-analyze': 'systemd' };

const SPREADSHEETS = { soffice: 'libreoffice-calc', ssconvert: 'gnumeric' };

/** Half a gigabyte may come; a mirror that answers no more must not hold the run. */
const INSTALL_MS = 15 * 60_000;

/** What a run may need: found, or installed as root by apt-get, or named in one clear line. */
export async function findTools(needs = ['chromium']) {
  const packages = {
    chromium: findChromium() ? [] : ['chromium', 'fonts-liberation'],
    tracers: lackingTracers(),
    spreadsheets: lackingOf(SPREADSHEETS),
  };
  const lacking = needs.flatMap(need => packages[need] ?? []);
  const trouble = lacking.length > 0 ? await install(lacking) : undefined;
  const path = findChromium();
  return {
    chromium: path
      ? { path }
      : { error: `Chromium is missing: install the package chromium or set CHROMIUM_PATH. ${trouble}` },
    tracers:
      lackingTracers().length === 0
        ? {}
        : {
            error: `The unit cannot be tried: install the packages ${lackingTracers().join(' and ')}. ${trouble}`,
          },
    spreadsheets:
      lackingOf(SPREADSHEETS).length === 0
        ? {}
        : {
            error: `Files cannot be opened: install the packages ${lackingOf(SPREADSHEETS).join(' and ')}. ${trouble}`,
          },
  };
}

/** Packages. Only Linux has units, and system calls of these names. */
function lackingTracers() {
  return process.platform === 'linux' ? lackingOf(TRACERS) : [];
}

/** The packages of those programs that are not there. */
function lackingOf(programs) {
  return Object.keys(programs).flatMap(program => (onPath(program) ? [] : programs[program]));
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  return CHROMIUMS.flatMap(name => onPath(name) ?? [])[0];
}

function onPath(name) {
  return pathFolders()
    .map(folder => join(folder, name))
    .find(existsSync);
}

function pathFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

/** Returns what went wrong, for the line that names the missing tool. */
async function install(packages) {
  if (process.getuid?.() !== 0) return 'Only root can install it here.';
  if (!onPath('apt-get')) return 'There is no apt-get to install it with.';
  process.stdout.write(`Installing ${packages.join(', ')} by apt-get …\n`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], env);
  const { code, output } = await run(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
    env,
    { patienceMs: INSTALL_MS },
  );
  return code === 0
    ? 'apt-get installed it, yet it is not to be found.'
    : `apt-get failed: ${lastLine(output)}`;
}

function lastLine(output) {
  return output.trim().split('\n').at(-1);
}
