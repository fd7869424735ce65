import { readCopyFile } from '../../db/copy/file.ts';
import { loadCopy } from '../../db/copy/load-copy.ts';
import type { Db } from '../../db/database.ts';
import { startScratch } from '../../db/engine/scratch.ts';
import { migrate } from '../../db/migrate.ts';
import { openPostgres } from '../../db/open.ts';
import { type CommandContext, type CommandIo, defined, onlyPositional } from './command.ts';
import { inCopyWords, loadingLine, sizeInWords } from './copy-words.ts';
import { keepSecret } from './firm-secret.ts';

/** A copy comes back: into an unused place, or, to see that it would, into one that is thrown away. */
export const restore = defined(
  {
    name: 'restore',
    summary: 'Восстановить данные из копии или только проверить копию',
    usage: '<файл> [--verify]',
    details: [
      '<файл>     копия, сделанная командой backup',
      '--verify   загрузить во временную базу, сверить число строк и суммы, удалить; данные фирмы не затрагиваются',
      'Без --verify: в новую папку DATA_DIR или в пустую базу DATABASE_URL, целиком или никак. Занятое место не меняется.',
      'Копия прежней версии восстанавливается и обновляется; копия более новой программы не принимается.',
      'Секрет клиента восстанавливается вместе с данными, установленные приложения работают дальше.',
      'Процессы сервера, которые уже открыли эту базу, после восстановления перезапустите.',
      'Пример:    DATA_DIR=/srv/promo npm run -s admin -- restore /var/backups/promo/2026-11-22.gz',
    ],
    flagNames: ['verify'],
    read: given => ({
      path: onlyPositional(given, 'Не указан файл копии'),
      onlyVerify: given.flags.has('verify'),
    }),
    needs: ({ path }) => ({ reads: path }),
  },
  ({ onlyVerify }) =>
    onlyVerify
      ? { place: 'nowhere', work: io => inScratch(db => load(db, io)) }
      : { place: 'unused', takesAnyState: true, work: context => load(context.db, context, context) },
);

/** Loads, compares, and brings it to the present state; where it is to stay, the secret comes along. */
async function load(db: Db, io: CommandIo, context?: CommandContext): Promise<string[]> {
  const { digests, header } = await inCopyWords(
    loadCopy(db, {
      parts: readCopyFile(io.input),
      progress: done => io.progress(loadingLine(done)),
      ...(context && { finish: (tx, { secret }) => keepSecret(context, tx, secret) }),
    }),
  );
  await migrate(db);
  const size = sizeInWords(digests.values());
  if (!context) return [`Копия цела, данные на ${header.at}: ${size}, суммы совпали.`];
  return [`Восстановлено, данные на ${header.at}: ${size}. Можно запускать сервер.`];
}

/** A database that is thrown away. */
async function inScratch<Value>(work: (db: Db) => Promise<Value>): Promise<Value> {
  const scratch = await inCopyWords(startScratch());
  const { db, close } = openPostgres(scratch.url, () => undefined);
  return work(db).finally(close).finally(scratch.stop);
}
