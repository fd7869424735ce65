import { existsSync, readFileSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Whether nohup, or the shell above, has this process ignore the end of its terminal. Node resets that, in npm too. What is left
 * of it: `_`, which the shell sets for nohup; a standard input that can only be written, in place of a terminal; a shell that
 * ignores it. `pid`: of what the shell has started, npm or this process.
 */
export function isHangUpIgnored(pid) {
  if (!existsSync('/proc/self/status')) return ![0, 1, 2].some(isatty);
  const [, shell] = /^PPid:\s+(\d+)$/m.exec(read(pid, 'status')) ?? [];
  return (
    /(^|\0)_=[^\0]*\bnohup\0/.test(read(pid, 'environ')) ||
    /^flags:\s+\d*1$/m.test(read(pid, 'fdinfo/0')) ||
    /^SigIgn:\s+[\da-f]*[13579bdf]$/m.test(read(shell, 'status'))
  );
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return ''; // It is gone, or another user's.
  }
}
