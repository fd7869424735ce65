/** `npm run -s admin -- <command>`: what a firm's administrator does beside the app. */

import { Refused } from './admin/command.ts';
import { openCommandIo, STDOUT } from './admin/command-io.ts';
import { type Outcome, outcomeOf, prepare } from './admin/dispatch.ts';
import { reachData } from './admin/reach-data.ts';
import { explainFault, explainStart } from './announce.ts';
import { type Environment, readEnvironment } from './environment.ts';

let env: Environment | undefined;

/** Stdout is the answer's, unless it is the file that the command makes. */
let answers: NodeJS.WriteStream = process.stdout;

async function carryOut(args: readonly string[]): Promise<Outcome> {
  const prepared = prepare(args);
  if ('exit' in prepared) return prepared;
  env = readEnvironment(process.env);
  if (prepared.writes === STDOUT) answers = process.stderr;
  const io = await openCommandIo(prepared);
  const work =
    prepared.place === 'nowhere' ? outcomeOf(() => prepared.work(io)) : reachData(env, { ...prepared, io });
  const outcome = await work.catch(async error => {
    await io.discard();
    throw error;
  });
  await (outcome.exit === 0 ? io.keep() : io.discard());
  return outcome;
}

function explain(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const { code, path } = isSystemError(error) ? error : {};
  if (code === 'EACCES' || code === 'EPERM') {
    return `Нет прав на ${path ?? env?.dataDir} (${code}): команду запускает тот же пользователь, что и сервер.`;
  }
  const line = explainStart(error, env);
  if (line) return line;
  if (code) return `Не получилось прочитать ${path ?? env?.dataDir} (${code}).`;
  return explainFault(error);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

// What has been opened is let go of at the end of the process, of which a signal alone would not tell.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const outcome = await carryOut(process.argv.slice(2)).catch(
  (error: unknown): Outcome => ({ exit: 1, lines: [explain(error)] }),
);
if (outcome.found) answers.write(`${outcome.found.join('\n')}\n`);
const stream = outcome.exit === 0 ? answers : process.stderr;
stream.write(`${outcome.lines.join('\n')}\n`);
process.exitCode = outcome.exit;
