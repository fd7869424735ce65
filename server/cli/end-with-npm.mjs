/** npm passes SIGTERM and SIGINT on. Where it is killed, its script sees that it has another parent. */
import { isHangUpIgnored } from './hang-up.mjs';

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
  // Under nohup a hang-up ends npm, which resets it as Node does, but not the server.
  if (isHangUpIgnored(npm)) process.on('SIGHUP', () => clearInterval(watch));
}
