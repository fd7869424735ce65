import { spawn } from 'node:child_process';

/** No step may hang the whole run: past this it is stopped and counts as failed. */
const PATIENCE_MS = 40 * 60_000;

const groups = new Set();

/**
 * Runs a command to its end in a process group of its own, without input. Never rejects. `patienceMs` for what is meant
 * to run longer than a step.
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
      resolve({ code, output, seconds: Math.round((Date.now() - startedAt) / 1000) });
    };
    child.on('error', reason => {
      output += String(reason);
      finish(1);
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
