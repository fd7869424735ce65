import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Db } from '../../db/database.ts';
import type { Engine } from '../../db/engine/engine.ts';
import type { Environment } from '../environment.ts';

/** What the person who gave a command has at hand: files, a secret, eyes. */
export type CommandIo = {
  now: () => number;
  /** A word on how far long work is; shown at once, on stderr. */
  progress: (line: string) => void;
  /** What was typed or piped in where the command asks for it, else ''. */
  secret: string;
  /** The bytes of the file that the command `reads`. */
  input: AsyncIterable<Uint8Array>;
  /** Appends to the file that the command `writes`; it gets its name when the command has succeeded. */
  output: (chunk: Uint8Array) => Promise<void>;
};

/** The same with the firm's data. `engine`: the server's own, where the data are in its folder. */
export type CommandContext = CommandIo & { db: Db; engine?: Engine | undefined; env: Environment };

/**
 * Where a command works: on the firm's `data`, also while a server does; `alone` on data that no other process works with;
 * on an `unused` place, which is made where it is missing.
 */
export type Place = 'data' | 'alone' | 'unused';

/** A command that is written rightly, not yet carried out. It may be made ready without a database, to see mistakes. */
export type Prepared = Needs & Job;

type Job =
  | { place: 'nowhere'; work: (io: CommandIo) => Promise<string[]> }
  | ({ place: Place; work: (context: CommandContext) => Promise<string[]> } & DataOptions);

/** How a command takes the data. */
export type DataOptions = {
  /** It takes the tables as they are, also those of an older program, and migrates nothing. */
  takesAnyState?: boolean;
  /** What it answers where the data cannot be opened at all. */
  withoutData?: ((io: CommandIo, env: Environment, cause: unknown) => Promise<string[]>) | undefined;
};

/** What a command needs of whoever gives it. */
export type Needs = {
  /** Path of the file that it reads. */
  reads?: string | undefined;
  /** Path of the file that it makes; `-` is stdout. */
  writes?: string | undefined;
  /** What to ask for where it needs a secret, which never stands among the arguments: everybody sees those. */
  asks?: Question | undefined;
};

/** A secret that is `isNew` is typed twice at a terminal: nobody sees a slip of the hand. */
export type Question = { words: string; isNew: boolean };

/** A command as it is listed, explained and made ready. */
export type AdminCommand = {
  name: string;
  /** One line for the list. */
  summary: string;
  /** What follows the name. */
  usage: string;
  details: readonly string[];
  /** Throws WrongUsage. The work throws Refused, or resolves to the lines of the answer. */
  prepare: (args: readonly string[]) => Prepared;
};

/** The command was written wrongly; nothing was tried. */
export class WrongUsage extends Error {}

/** The command was understood and must not be carried out. */
export class Refused extends Error {}

/** The command did its work, and the answer is no. What it found is an answer like any other, and stands on stdout. */
export class CheckFailed extends Refused {
  readonly found: readonly string[];

  constructor(found: readonly string[], message: string) {
    super(message);
    this.found = found;
  }
}

/** For work on data that no other process may write meanwhile. Of a DATABASE_URL it is not known who does. */
export async function refuseOthers({ engine, env }: Pick<CommandContext, 'engine' | 'env'>): Promise<void> {
  if (!engine || (await engine.others()) === 0) return;
  throw new Refused(
    `С папкой данных ${env.dataDir} работает сервер или другая команда: остановите и повторите.`,
  );
}

/** Options by name: each takes a value. Flags take none. */
export type Given = {
  positionals: readonly string[];
  options: Readonly<Record<string, string>>;
  flags: ReadonlySet<string>;
};

type Definition<Input> = Omit<AdminCommand, 'prepare'> & {
  optionNames?: readonly string[];
  flagNames?: readonly string[];
  read: (given: Given) => Input;
  needs?: (input: Input) => Needs;
};

/** One row of the table of commands: one that works on the firm's data. */
export function adminCommand<Input>({
  place = 'data',
  takesAnyState = false,
  withoutData,
  run,
  ...definition
}: Definition<Input> &
  DataOptions & {
    place?: Place;
    run: (context: CommandContext, input: Input) => Promise<string[]>;
  }): AdminCommand {
  return defined(definition, input => ({
    place,
    takesAnyState,
    withoutData,
    work: context => run(context, input),
  }));
}

/** Where the work is done can depend on what was given. */
export function defined<Input>(
  { optionNames = [], flagNames = [], read, needs, ...listed }: Definition<Input>,
  job: (input: Input) => Job,
): AdminCommand {
  return {
    ...listed,
    prepare: args => {
      const input = read(readGiven(args, optionNames, flagNames));
      return { ...needs?.(input), ...job(input) };
    },
  };
}

/** Node's own strictness would be English, and would not let `--tofirm -5` be told what is wrong with it. */
function readGiven(args: readonly string[], names: readonly string[], flagNames: readonly string[]): Given {
  const known: ParseArgsConfig['options'] = Object.fromEntries([
    ...names.map(name => [name, { type: 'string', multiple: true } as const]),
    ...flagNames.map(name => [name, { type: 'boolean' } as const]),
  ]);
  const config = { args: [...args], options: known, strict: false, allowPositionals: true } as const;
  const { values, positionals } = parseArgs(config);
  const options: Record<string, string> = {};
  const flags = new Set<string>();
  for (const [name, value] of Object.entries(values)) {
    if (names.includes(name)) options[name] = oneOf(name, value);
    else if (!flagNames.includes(name)) throw new WrongUsage(`Неизвестный параметр: ${dashed(name)}`);
    else if (value === true) flags.add(name);
    else throw new WrongUsage(`Параметр --${name} пишется без значения`);
  }
  return { positionals, options, flags };
}

/** The one word that a command takes beside its options. */
export function onlyPositional({ positionals: [first, ...more] }: Given, missing: string): string {
  if (first === undefined) throw new WrongUsage(missing);
  if (more.length > 0) throw new WrongUsage(`Лишнее: ${more.join(' ')}`);
  return first;
}

/** For a command that takes options alone. */
export function noPositional({ positionals }: Given): void {
  if (positionals.length > 0) throw new WrongUsage(`Лишнее: ${positionals.join(' ')}`);
}

/** One of the words that an option takes. */
export function readChoice<Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find(choice => choice === text);
  if (found !== undefined) return found;
  throw new WrongUsage(`--${name} ${text}: возможны ${choices.join(', ')}`);
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
