/** `npm run -s admin -- <command>`: what a firm's administrator does beside the app. */

import { Refused } from './admin/command.ts';
import { type Outcome, prepare } from './admin/dispatch.ts';
import { reachData } from './admin/reach-data.ts';
import { explainStart } from './announce.ts';
import { type Environment, readEnvironment } from './environment.ts';

let env: Environment | undefined;

async function carryOut(args: readonly string[]): Promise<Outcome> {
  const prepared = prepare(args);
  if (typeof prepared !== 'function') return prepared;
  env = readEnvironment(process.env);
  return reachData(env, args, prepared);
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
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

const outcome = await carryOut(process.argv.slice(2)).catch(
  (error: unknown): Outcome => ({ exit: 1, lines: [explain(error)] }),
);
const stream = outcome.exit === 0 ? process.stdout : process.stderr;
stream.write(`${outcome.lines.join('\n')}\n`);
process.exitCode = outcome.exit;
