import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Runs this very command once more as a child; signals go on to it, and its end is ours. */
export function runAsChild() {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
