import type { Digest } from '../../db/copy/copy.ts';
import { writeCopyFile } from '../../db/copy/file.ts';
import { inSnapshot, readCopy } from '../../db/copy/read-copy.ts';
import { adminCommand, onlyPositional } from './command.ts';
import { STDOUT } from './command-io.ts';
import { rowsInWords, sizeInWords } from './copy-words.ts';
import { secretOf } from './firm-secret.ts';

/** All data of the firm in one file, as it stood at one moment. */
export const backup = adminCommand({
  name: 'backup',
  summary: 'Сохранить все данные фирмы в один файл',
  usage: '<файл>|-',
  details: [
    '<файл>     новый файл: существующий не затирается; - вместо имени пишет копию в stdout',
    'Сервер может работать, его работа не прерывается.',
    'В файле личные данные, хеши паролей и секрет клиента: права 0600, храните его как саму базу.',
    'Пример:    npm run -s admin -- backup /var/backups/promo/2026-11-22.gz',
    'Проверка:  npm run -s admin -- restore /var/backups/promo/2026-11-22.gz --verify',
  ],
  takesAnyState: true,
  read: given => onlyPositional(given, 'Не указан файл копии'),
  needs: writes => ({ writes }),
  async run(context, path) {
    const digests = new Map<string, Digest>();
    let bytes = 0;
    await inSnapshot(context.db, async tx => {
      const secret = await secretOf(context, tx);
      const parts = readCopy(tx, secret, new Date(context.now()), (table, digest) => {
        digests.set(table, digest);
        context.progress(`${table}: прочитано, ${rowsInWords(digest.rows)}`);
      });
      await writeCopyFile(parts, async chunk => {
        bytes += chunk.length;
        await context.output(chunk);
      });
    });
    const name = path === STDOUT ? '' : ` ${path}`;
    return [`Копия${name} готова: ${sizeInWords(digests.values())}, ${Math.ceil(bytes / 1024)} КиБ.`];
  },
});
