import { buildServer } from '#tests/support/built-server.ts';
import { SERVER_PROGRAM } from '#tests/support/server-process.ts';

/** The engine's machine code is then made once and not optimised: half a start, and no query of a journey is long. */
const QUICK_START = '--liftoff-only';

/** Before all journeys: the server in one file. Every file of journeys starts it, some of them several times. */
export async function setup(): Promise<() => void> {
  const { program, remove } = await buildServer();
  process.env[SERVER_PROGRAM] = JSON.stringify([QUICK_START, ...program]);
  return () => {
    delete process.env[SERVER_PROGRAM];
    remove();
  };
}
