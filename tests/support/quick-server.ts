import { ADMIN_PROGRAM } from './admin.ts';
import { buildServer } from './built-server.ts';
import { SERVER_PROGRAM } from './server-process.ts';

/** The engine's machine code is then made once and not optimised: half a start, and no query of a journey is long. */
const QUICK_START = '--liftoff-only';

/** Before all tests of whole processes: the server bundled, because they start it hundreds of times. */
export async function setup(): Promise<() => void> {
  const { program, admin, remove } = await buildServer();
  process.env[SERVER_PROGRAM] = JSON.stringify([QUICK_START, ...program]);
  process.env[ADMIN_PROGRAM] = JSON.stringify([QUICK_START, ...admin]);
  return () => {
    delete process.env[SERVER_PROGRAM];
    delete process.env[ADMIN_PROGRAM];
    remove();
  };
}
