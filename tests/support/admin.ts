import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CommandIo } from '#server/cli/admin/command.ts';
import { withoutOwnData } from './server-process.ts';

/** How `npm run -s admin -- …` ended, and what it said. */
export type AdminRun = { exit: number | null; out: string; errors: string };

/** Says what Node is started with where the command line was bundled (tests/support/built-server). */
export const ADMIN_PROGRAM = 'ADMIN_PROGRAM';

/** What Node is started with for that command. */
function adminProgram(args: readonly string[]): string[] {
  const bundled = process.env[ADMIN_PROGRAM];
  return [...(bundled ? JSON.parse(bundled) : ['--import', 'tsx', 'server/cli/admin.ts']), ...args];
}

/** The command line's process, without input. */
export function startAdmin(
  environment: Record<string, string>,
  ...args: string[]
): ChildProcess & { stderr: Readable } {
  const env = withoutOwnData(environment);
  return spawn(process.execPath, adminProgram(args), { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Gives a command that loads a copy, and kills it while rows are written. */
export async function killAdminWhileLoading(
  environment: Record<string, string>,
  ...args: string[]
): Promise<void> {
  const child = startAdmin(environment, ...args);
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.startsWith('contacts: записано')) child.kill('SIGKILL');
  }
  await closed;
  if (child.signalCode !== 'SIGKILL') throw new Error(`${args.join(' ')} ended before it was killed`);
}

/** The command line as a process of its own. */
export async function runAdmin(environment: Record<string, string>, ...args: string[]): Promise<AdminRun> {
  return runAdminWithSecret('', environment, ...args);
}

/** The same with something on its stdin. */
export async function runAdminWithSecret(
  received: string,
  environment: Record<string, string>,
  ...args: string[]
): Promise<AdminRun> {
  const child = spawn(process.execPath, adminProgram(args), {
    env: withoutOwnData(environment),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(received);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exit: child.exitCode, out, errors };
}

/** An io without input. */
export function emptyIo(): CommandIo {
  return {
    now: Date.now,
    secret: '',
    progress: () => undefined,
    output: async () => undefined,
    input: (async function* () {})(),
  };
}

/**
 * The same at a terminal, where each line is typed once its question stands there. `out` is all that was seen: a
 * terminal shows stdout and stderr as one, and what is typed unless the program hides it.
 */
export async function runAdminAtTerminal(
  lines: readonly { question: string; typed: string }[],
  environment: Record<string, string>,
  ...args: string[]
): Promise<Omit<AdminRun, 'errors'>> {
  const words = [process.execPath, ...adminProgram(args)];
  const command = words.map(word => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    env: withoutOwnData(environment),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = [...lines];
  let out = '';
  let answered = 0;
  child.stdout.on('data', data => {
    out += String(data);
    const [next] = waiting;
    const at = next === undefined ? -1 : out.indexOf(next.question, answered);
    if (next === undefined || at < 0) return;
    waiting.shift();
    answered = at + next.question.length;
    child.stdin.write(`${next.typed}\r`);
  });
  await once(child, 'close');
  return { exit: child.exitCode, out };
}
