import { spawn } from 'node:child_process';

/** Reads until this process is gone, then ends what it was given and removes the folder. */
const WATCH = 'cat > /dev/null; kill -s KILL -- "$1" 2> /dev/null; sleep 1; rm -rf -- "$2"';

/**
 * Nothing that a test has started stays behind when the test's process is killed: a shell of its own waits for that.
 * `target` is a process, or a group of them with a minus. Gives back what ends the watch.
 */
export function endWithUs(target: number, folder: string): () => void {
  const watch = spawn('sh', ['-c', WATCH, 'sh', String(target), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.unref();
  return () => {
    const isWatching = watch.exitCode === null && watch.signalCode === null;
    if (watch.pid !== undefined && isWatching) process.kill(-watch.pid, 'SIGKILL');
  };
}
