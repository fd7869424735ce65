/** npm passes SIGTERM and SIGINT on. Where it is killed, its script sees that it has another parent. */

const LOOK_MS = 250;

/** Ends this process, by SIGTERM, when the npm that runs it as the script of that name is gone. To be called first of all. */
export function endWithNpm(script) {
  if (process.env.npm_lifecycle_event !== script) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
  // A hang-up that does not end this process (nohup, end-on-signal.ts) may still end npm.
  process.on('SIGHUP', () => clearInterval(watch));
}
