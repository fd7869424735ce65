/**
 * `npm start`: packages and build, then the server; with --prepare it is left to a service to run it,
 * which asks with --check whether it is what was prepared.
 */
import { pathToFileURL } from 'node:url';
import { endWithNpm } from './cli/end-with-npm.mjs';
import { checkServer, prepareBuild, preparePackages, prepareServer, ROOT } from './cli/prepare.mjs';
import { runAsChild } from './cli/run-as-child.mjs';

// The first process of a container cannot end by a signal to itself (cli/end-on-signal.ts).
if (process.argv[2] === '--check') checkServer();
else if (process.pid === 1) runAsChild();
else await start();

async function start() {
  endWithNpm('start');
  preparePackages();
  prepareBuild();
  const server = prepareServer();
  if (process.argv[2] === '--prepare') process.exit(0);
  // In this very process: whoever ends it, in whatever way, ends the server.
  process.chdir(ROOT);
  await import(pathToFileURL(server).href);
}
