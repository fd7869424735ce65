/**
 * `npm run dev`: the server, restarted on changes, and Vite's own server in front, which passes API calls on
 * to it (vite.config.ts). Both end together.
 */
import { spawn } from 'node:child_process';
import { endWithNpm } from './end-with-npm.mjs';
import { preparePackages, ROOT } from './prepare.mjs';

endWithNpm('dev');
preparePackages();

const children = [
  spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', 'server/main.ts'], {
    cwd: ROOT,
    stdio: 'inherit',
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { cwd: ROOT, stdio: 'inherit' }),
];

let ending = false;

function endAll(code) {
  if (ending) return;
  ending = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) child.on('exit', code => endAll(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endAll(0));
