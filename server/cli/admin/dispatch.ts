import { type AdminCommand, CheckFailed, type Prepared, Refused, WrongUsage } from './command.ts';
import { COMMANDS } from './commands.ts';

/** How a command ended: 0 done, 1 refused or failed, 2 wrongly written. `found`: what a 1 has to show beside its reason. */
export type Outcome = { exit: 0 | 1 | 2; lines: string[]; found?: readonly string[] };

const CALL = 'npm run -s admin --';

/** What can be answered without a database: help and mistakes; else the work that is to be done. */
export function prepare(args: readonly string[]): Outcome | Prepared {
  const [name, ...rest] = args;
  if (name === undefined) return { exit: 2, lines: overview() };
  if (isHelp(name)) return { exit: 0, lines: overview() };
  const command = COMMANDS.find(known => known.name === name);
  if (!command) return { exit: 2, lines: [`Нет команды ${name}.`, ...overview()] };
  if (rest.some(isHelp)) return { exit: 0, lines: helpOf(command) };
  try {
    return command.prepare(rest);
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    return { exit: 2, lines: [error.message, `Подробнее: ${CALL} ${name} --help`] };
  }
}

/** Carries work out: a refusal is an answer like any other. */
export async function outcomeOf(work: () => Promise<string[]>): Promise<Outcome> {
  try {
    return { exit: 0, lines: await work() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const found = error instanceof CheckFailed ? { found: error.found } : {};
    return { exit: 1, lines: [error.message], ...found };
  }
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

function overview(): string[] {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  return [
    `Использование: ${CALL} <команда> …`,
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    `Подробнее о команде: ${CALL} <команда> --help`,
  ];
}

function helpOf({ name, usage, summary, details }: AdminCommand): string[] {
  return [`${CALL} ${name} ${usage}`, summary, ...details.map(line => `  ${line}`)];
}
