import { DatabaseAway, problemOf, sqlState } from '../db/database-problem.ts';
import { DatabaseInUse, DatabaseTooNew } from '../db/migrate.ts';

const BY_STATE: Record<string, string> = {
  '28P01': 'PostgreSQL не пускает: проверьте имя и пароль в DATABASE_URL',
  '28000': 'PostgreSQL не пускает: проверьте имя в DATABASE_URL и pg_hba.conf',
  '3D000': 'В PostgreSQL нет базы данных, которую называет DATABASE_URL: создайте ее (createdb)',
  '53300':
    'У PostgreSQL не осталось свободных соединений: уменьшите DATABASE_POOL или увеличьте max_connections',
  '57P03': 'PostgreSQL запускается или останавливается: попробуйте через минуту',
  '25006': 'База данных только для чтения: DATABASE_URL должен называть основной сервер, а не реплику',
  '53100': 'На диске базы данных нет места: освободите его и повторите',
  '42501': 'Не хватает прав: схема в базе данных должна принадлежать пользователю из DATABASE_URL',
};

/** One line for the person who starts a program on a database that refuses it; undefined for what is our own fault. `dataDir`: of our own PostgreSQL. */
export function explainDatabase(error: unknown, dataDir?: string): string | undefined {
  if (error instanceof DatabaseTooNew) {
    return `База данных новее программы: после ее изменения ${error.migration} эта версия с ней не работает. Установите новую.`;
  }
  if (error instanceof DatabaseInUse || problemOf(error) === 'locked') {
    return 'База данных занята: другой процесс обновляет ее или держит нужные таблицы слишком долго. Попробуйте позже.';
  }
  const state = sqlState(error) ?? '';
  const line = BY_STATE[state];
  if (line && (dataDir === undefined || !line.includes('DATABASE_URL'))) return `${line} (${state}).`;
  const away = causeOf(error);
  const place = dataDir === undefined ? 'из DATABASE_URL' : `в папке ${dataDir}`;
  if (!away) return line && `PostgreSQL ${place} отказал (${state}).`;
  return `PostgreSQL ${place} не отвечает (${reasonOf(away)}).`;
}

function causeOf(error: unknown): DatabaseAway | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseAway) return cause;
  }
  return undefined;
}

/** ECONNREFUSED and its like; else what the driver says. */
function reasonOf({ cause }: DatabaseAway): string {
  return sqlState(cause) ?? (cause instanceof Error ? cause.message : String(cause));
}
