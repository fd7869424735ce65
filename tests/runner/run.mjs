import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** No step may hang the whole run: past this it is stopped and counts as failed. */
const PATIENCE_MS = 40 * 60_000;

const groups = new Set();

/** Ticks of the process clock a second, as every Linux of today has them. */
const TICKS = 100;

/**
 * CPU-seconds of this process and of all that it has started and seen end, with their own children; 0 where the system
 * does not tell. What a killed browser's helpers used is missing: nobody has waited for them.
 */
export function cpuSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    const [own, ownSystem, children, childrenSystem] = fields.slice(11, 15).map(Number);
    return (own + ownSystem + children + childrenSystem) / TICKS;
  } catch {
    // Only Linux has this file; elsewhere the time on the clock is all that is told.
    return 0;
  }
}

let counted = 0;

/** What was used since it was last asked: by a command, when it is asked at its end. */
function cpuSinceLast() {
  const before = counted;
  counted = cpuSeconds();
  return counted - before;
}

/**
 * Runs a command to its end in a process group of its own, without input. Never rejects. `patienceMs` for what is meant
 * to run longer than a step. `seconds` on the clock, `cpu` of the processors.
 */
export function run(command, args, env = {}, { patienceMs = PATIENCE_MS, ...options } = {}) {
  const startedAt = Date.now();
  return new Promise(resolve => {
    const child = spawn(command, args, {
      env: { ...process.env, CI: 'true', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...options,
    });
    let output = '';
    let cpu = 0;
    child.stdout.on('data', data => (output += data));
    child.stderr.on('data', data => (output += data));
    if (child.pid) groups.add(child.pid);
    const watchdog = setTimeout(() => {
      output += `\nStopped: not done after ${patienceMs / 1000} s`;
      stop(child.pid);
    }, patienceMs);
    const finish = code => {
      clearTimeout(watchdog);
      // Whatever the command left behind in its group goes with it.
      stop(child.pid);
      resolve({ code, output, cpu, seconds: (Date.now() - startedAt) / 1000 });
    };
    child.on('error', reason => {
      output += String(reason);
      finish(1);
    });
    child.on('exit', () => {
      cpu = cpuSinceLast();
    });
    child.on('close', code => finish(code ?? 1));
  });
}

/** Ends every process group that is still there. */
export function stopAll() {
  for (const group of groups) stop(group);
}

function stop(group) {
  if (group === undefined) return;
  groups.delete(group);
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // ESRCH: it has ended by itself, which is the usual case.
  }
}
