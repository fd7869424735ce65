import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Desk } from '#server/cli/admin/command.ts';

/** How `npm run -s admin -- …` ended, and what it said. */
export type AdminRun = { exit: number | null; out: string; errors: string };

/** The command line as a process of its own. */
export async function runAdmin(environment: Record<string, string>, ...args: string[]): Promise<AdminRun> {
  return runAdminTold('', environment, ...args);
}

/** The same with something on its stdin. */
export async function runAdminTold(
  told: string,
  environment: Record<string, string>,
  ...args: string[]
): Promise<AdminRun> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli/admin.ts', ...args], {
    env: { ...inherited, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(told);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exit: child.exitCode, out, errors };
}

/** A desk on which nothing lies. */
export function emptyDesk(): Desk {
  return {
    ...{ now: Date.now, secret: '', progress: () => undefined, output: async () => undefined },
    input: (async function* () {})(),
  };
}
