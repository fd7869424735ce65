import { build } from 'vite';

/** The name under which a page of the app holds what the attack brought in. */
export const PAGE_MODULE = 'nemesis';

let built: Promise<string> | null = null;

/**
 * A module of ours as one script that can be evaluated in a page of the app: the debugger is not bound to the page's
 * content policy, and needs no network.
 */
export function pageScript(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: 'tests/faults/nemesis/page-outbox.ts', formats: ['iife'], name: PAGE_MODULE },
    },
  });
  const [output] = Array.isArray(made) ? made : [];
  const code = output?.output[0].code;
  if (code === undefined) throw new Error('The page script was not built');
  return code;
}
