import { constants, createReadStream, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createWholeFile } from '../whole-file.ts';
import { type CommandIo, type Needs, type Question, Refused } from './command.ts';

/** The io of a command with the files that were opened for one command. */
type OwnCommandIo = CommandIo & {
  /** Gives the file that was made its name. */
  keep: () => Promise<void>;
  /** Leaves nothing of it. */
  discard: () => Promise<void>;
};

/** Instead of a path: the file goes there. */
export const STDOUT = '-';

/** Opens what a command needs with the rights of whoever gives it, before anything is tried. */
export async function openCommandIo({ reads, writes, asks }: Needs): Promise<OwnCommandIo> {
  if (reads !== undefined) await orRefused(reads, 'прочитать', access(reads, constants.R_OK));
  if (writes !== undefined && writes !== STDOUT) refuseExisting(writes);
  const secret = asks === undefined ? '' : await askSecret(asks);
  const made = writes === undefined || writes === STDOUT ? toStdout() : await toFile(writes);
  return {
    now: Date.now,
    progress: line => void process.stderr.write(`${line}\n`),
    secret,
    input: reads === undefined ? Readable.from([]) : createReadStream(reads),
    ...made,
  };
}

type Made = Pick<OwnCommandIo, 'output' | 'keep' | 'discard'>;

function toStdout(): Made {
  const output = (chunk: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      process.stdout.write(chunk, error => (error ? reject(error) : resolve()));
    });
  return { output, keep: async () => undefined, discard: async () => undefined };
}

/** Before the secret is asked for, and again when the file is made. */
function refuseExisting(path: string): void {
  if (existsSync(path)) throw new Refused(`Файл ${path} уже есть: ничего не затираю, задайте другое имя`);
}

async function toFile(path: string): Promise<Made> {
  refuseExisting(path);
  const { write, keep, discard } = await orRefused(path, 'создать', createWholeFile(path));
  return {
    output: chunk => orRefused(path, 'записать', write(chunk)),
    keep: () => orRefused(path, 'записать', keep()),
    discard,
  };
}

/** A disk that is full in the middle is a thing that happens, and the file that it happened to has a name. */
async function orRefused<Value>(path: string, what: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (cause) {
    throw new Refused(`Файл ${path} не ${what}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const words: Record<string, string> = {
    ENOENT: 'такого пути нет',
    EACCES: 'нет прав',
    EPERM: 'нет прав',
    EISDIR: 'это папка',
    ENOSPC: 'на диске нет места',
    EEXIST: 'рядом лежит незаконченный .part — удалите его',
    EROFS: 'диск только для чтения',
  };
  return `${words[code] ?? 'ошибка'} (${code})`;
}

/** At a terminal it is typed unseen; otherwise the first line of stdin is it, so that a script can pipe it in. */
async function askSecret({ words, isNew }: Question): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split(/\r?\n/);
    return line;
  }
  // Without an output it shows nothing of what is typed, and from now on the terminal itself doesn't either.
  const lines = createInterface({ input: process.stdin, terminal: true });
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    try {
      return await lines.question('');
    } catch (cause) {
      // Ctrl+C or Ctrl+D.
      throw new Refused('Прервано, ничего не сделано', { cause });
    } finally {
      process.stderr.write('\n');
    }
  };
  try {
    const secret = await ask(`${words}: `);
    if (isNew && (await ask(`${words} еще раз: `)) !== secret) throw new Refused('Введено разное');
    return secret;
  } finally {
    lines.close();
  }
}
