import { sql } from 'drizzle-orm';
import { parseUrl } from '#domain/parse-url.ts';
import type { Digest } from '../../db/copy/copy.ts';
import { loadCopy } from '../../db/copy/load-copy.ts';
import { inSnapshot, readCopy } from '../../db/copy/read-copy.ts';
import { readTables } from '../../db/copy/tables.ts';
import type { Db } from '../../db/database.ts';
import { migrate } from '../../db/migrate.ts';
import { openPostgres } from '../../db/open.ts';
import { isUnused } from '../../db/seed/demo.ts';
import { problemOfDatabaseUrl } from '../database-url.ts';
import {
  adminCommand,
  type CommandContext,
  onlyPositional,
  Refused,
  refuseOthers,
  WrongUsage,
} from './command.ts';
import { inCopyWords, loadingLine, sizeInWords } from './copy-words.ts';
import { keepSecret, secretOf } from './firm-secret.ts';

/** The firm moves to PostgreSQL; where it was stays as it is. */
export const migrateTo = adminCommand({
  name: 'migrate-to',
  summary: 'Перенести данные в пустую базу PostgreSQL',
  usage: 'postgres://<пользователь>@<хост>/<база> [--password]',
  details: [
    'postgres://…  пустая база; пароль в адресе не пишется: его видно всем, кто видит список процессов',
    '--password    спросить пароль или прочитать его из stdin; иначе действуют PGPASSWORD и ~/.pgpass',
    'Откуда: из папки DATA_DIR (сервер остановите) или из DATABASE_URL (остановите все его процессы). Источник не меняется.',
    'Целиком или никак: число строк и суммы всех таблиц читаются из новой базы и сверяются.',
    'Номера продолжатся, секрет клиента переходит вместе с данными: установленные приложения работают дальше.',
    'Пример:       npm run -s admin -- migrate-to postgres://promo@127.0.0.1/promo --password',
    'После этого запускайте сервер с DATABASE_URL.',
  ],
  place: 'alone',
  takesAnyState: true,
  flagNames: ['password'],
  read(given) {
    const address = onlyPositional(given, 'Не указан адрес базы: postgres://…');
    const url = parseUrl(address);
    if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
      throw new WrongUsage('Нужен адрес вида postgres://пользователь@хост/база');
    }
    if (url.password !== '' || url.searchParams.has('password')) {
      throw new WrongUsage('Пароль в адресе виден всем: уберите его и добавьте --password (или PGPASSWORD)');
    }
    const problem = problemOfDatabaseUrl(address);
    if (problem) throw new WrongUsage(`Новая база: ${problem}`);
    return { url, asksPassword: given.flags.has('password') };
  },
  needs: ({ asksPassword }) => (asksPassword ? { asks: { words: 'Пароль базы', isNew: false } } : {}),
  async run(context, { url, asksPassword }) {
    if (await isUnused(context.db)) {
      throw new Refused('Переносить нечего: в исходной базе нет пользователей.');
    }
    const address = new URL(url);
    if (asksPassword) address.password = encodeURIComponent(context.secret);
    const lost = (error: Error) => context.progress(`Связь с новой базой прервалась (${error.name})`);
    const target = openPostgres(address.href, lost);
    try {
      const digests = await inCopyWords(copyAll(context, target.db));
      await migrate(target.db);
      return [
        `Перенесено, ${sizeInWords(digests.values())}, суммы совпали. Запускайте сервер с DATABASE_URL.`,
      ];
    } finally {
      await target.close();
    }
  },
});

/** A server that starts meanwhile writes nothing before the copy counts or is refused. */
async function copyAll(context: CommandContext, db: Db): Promise<Map<string, Digest>> {
  const names = (await readTables(context.db)).map(({ name }) => sql.identifier(name));
  return inSnapshot(context.db, async tx => {
    // Before the first reading: that is the moment which the copy shows.
    if (context.engine) await tx.execute(sql`lock table ${sql.join(names, sql`, `)} in share mode`);
    const secret = await secretOf(context, tx);
    const { digests } = await loadCopy(db, {
      parts: readCopy(tx, secret, new Date(context.now())),
      progress: done => context.progress(loadingLine(done)),
      finish: async into => {
        await keepSecret(context, into, secret);
        await refuseOthers(context);
      },
    });
    return digests;
  });
}
