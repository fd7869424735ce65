/** `npm start`: packages and build, then the server; with --prepare it is left to a service to run it. */
import { prepareBuild, preparePackages, ROOT } from './cli/prepare.mjs';

preparePackages();
prepareBuild();
if (process.argv[2] === '--prepare') process.exit(0);
// In this very process: whoever ends it, in whatever way, ends the server.
process.chdir(ROOT);
const { register } = await import('tsx/esm/api');
register();
await import('./main.ts');
