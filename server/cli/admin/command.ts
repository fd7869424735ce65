import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Db } from '../../db/database.ts';

/** What a command works with. Over the socket it is the server's. */
export type Office = { db: Db; now: () => number };

/** A command as it is listed, explained and made ready. It may be made ready without a database, to see mistakes. */
export type AdminCommand = {
  name: string;
  /** One line for the list. */
  summary: string;
  /** What follows the name. */
  usage: string;
  details: readonly string[];
  /** Throws WrongUsage. What comes back throws Refused, or resolves to the lines of the answer. */
  prepare: (args: readonly string[]) => (office: Office) => Promise<string[]>;
};

/** The command was written wrongly; nothing was tried. */
export class WrongUsage extends Error {}

/** The command was understood and must not be carried out. */
export class Refused extends Error {}

/** Options by name: each takes a value. */
export type Given = { positionals: readonly string[]; options: Readonly<Record<string, string>> };

type Definition<Input> = Omit<AdminCommand, 'prepare'> & {
  optionNames: readonly string[];
  read: (given: Given) => Input;
  run: (office: Office, input: Input) => Promise<string[]>;
};

/** One row of the table of commands. */
export function adminCommand<Input>({ optionNames, read, run, ...rest }: Definition<Input>): AdminCommand {
  return {
    ...rest,
    prepare: args => {
      const input = read(readGiven(args, optionNames));
      return office => run(office, input);
    },
  };
}

/** Node's own strictness would be English, and would not let `--tofirm -5` be told what is wrong with it. */
function readGiven(args: readonly string[], names: readonly string[]): Given {
  const known: ParseArgsConfig['options'] = Object.fromEntries(
    names.map(name => [name, { type: 'string', multiple: true } as const]),
  );
  const config = { args: [...args], options: known, strict: false, allowPositionals: true } as const;
  const { values, positionals } = parseArgs(config);
  const options: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!names.includes(name)) throw new WrongUsage(`Неизвестный параметр: ${dashed(name)}`);
    options[name] = oneOf(name, value);
  }
  return { positionals, options };
}

function oneOf(name: string, value: unknown): string {
  const given: unknown[] = Array.isArray(value) ? value : [value];
  if (given.length > 1) throw new WrongUsage(`Параметр --${name} задан несколько раз`);
  const [text] = given;
  if (typeof text !== 'string' || text === '') throw new WrongUsage(`Параметру --${name} нужно значение`);
  return text;
}

function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}
