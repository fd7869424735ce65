import { constants, cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Digest, Part } from '../../db/copy/copy.ts';
import { loadCopy } from '../../db/copy/load-copy.ts';
import { inSnapshot, readCopy } from '../../db/copy/read-copy.ts';
import type { Db } from '../../db/database.ts';
import { clusterIn, engineFolder, pgliteIn } from '../../db/engine/former-folder.ts';
import { migrate } from '../../db/migrate.ts';
import { type Environment, readEnvironment } from '../environment.ts';
import { type CommandIo, defined, noPositional, Refused } from './command.ts';
import { inCopyWords, loadingLine, sizeInWords } from './copy-words.ts';
import { keepSecret } from './firm-secret.ts';
import { inTemporaryFolder, withTarget } from './new-engine.ts';
import { fetchPglite } from './pglite/fetch-pglite.ts';
import { isOlderServerAlive } from './pglite/older-server.ts';
import { openPglite } from './pglite/open-pglite.ts';

/** The firm moves from the engine of older versions; its folder stays as it is. */
export const importPglite = defined(
  {
    name: 'import-pglite',
    summary: 'Перенести данные прежних версий, которые хранил PGlite',
    usage: '[--package <файл>]',
    details: [
      'Откуда: DATA_DIR/db, прежний сервер остановите. Читается копия папки (нужно место на диске), сама папка не меняется.',
      'Куда: в новую базу в той же DATA_DIR или в пустую базу DATABASE_URL.',
      'Целиком или никак: число строк и суммы всех таблиц читаются из новой базы и сверяются. Прерванную команду повторите.',
      'Номера продолжатся, секрет клиента (secret.key) переходит в базу: установленные приложения работают дальше.',
      'Пакет PGlite, который читает копию, скачивает npm во временную папку; потом она удаляется.',
      '--package   без сети: файл, который на другой машине записала команда npm pack @electric-sql/pglite@0.5.16',
      'Пример:     DATA_DIR=/srv/promo npm run -s admin -- import-pglite',
    ],
    optionNames: ['package'],
    read(given) {
      noPositional(given);
      return given.options.package;
    },
  },
  file => ({ place: 'nowhere', work: io => importFrom(readEnvironment(process.env), io, file) }),
);

async function importFrom(env: Environment, io: CommandIo, file: string | undefined): Promise<string[]> {
  const { dataDir, databaseUrl } = env;
  const former = pgliteIn(dataDir);
  if (clusterIn(former) !== 'pglite') throw new Refused(`В ${former} нет базы прежних версий (PGlite).`);
  if (!databaseUrl && existsSync(engineFolder(dataDir)))
    throw new Refused(`В ${engineFolder(dataDir)} уже есть база этой версии: ничего не изменено.`);
  const digests = await inTemporaryFolder(dataDir, async folder => {
    const copy = join(folder, 'db');
    await copyStopped(dataDir, copy, io.progress);
    io.progress('PGlite: устанавливаю');
    const pglite = await fetchPglite(join(folder, 'pglite'), file);
    return withTarget({ dataDir, databaseUrl, folder, progress: io.progress }, async target => {
      const source = await openPglite(pglite, copy).catch(unreadable);
      const found = await inCopyWords(copyAll(env, io, source.db, target)).finally(source.close);
      await migrate(target);
      return found;
    });
  });
  return [
    `Перенесено, ${sizeInWords(digests.values())}, суммы совпали. Запускайте сервер.`,
    `Прежняя база осталась в ${former}. Когда все проверите, удалите ее, а также файлы reserve и secret.key рядом.`,
  ];
}

/** Looked at before and after: who started meanwhile has changed files while they were copied. */
async function copyStopped(dataDir: string, copy: string, progress: CommandIo['progress']): Promise<void> {
  await refuseRunning(dataDir, progress);
  progress(`${pgliteIn(dataDir)}: копирую`);
  cpSync(pgliteIn(dataDir), copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await refuseRunning(dataDir, progress);
}

async function refuseRunning(dataDir: string, progress: CommandIo['progress']): Promise<void> {
  const watch = (ms: number) => {
    progress(`В папке отметка сервера с другой машины: ${ms / 1000} с смотрю, работает ли он`);
    return pause(ms);
  };
  if (!(await isOlderServerAlive(dataDir, watch))) return;
  throw new Refused(`В папке ${dataDir} работает сервер прежней версии: остановите его и повторите.`);
}

function copyAll(env: Environment, io: CommandIo, source: Db, target: Db): Promise<Map<string, Digest>> {
  const secret = env.clientSecret ?? readKey(env.dataDir);
  const now = new Date(io.now());
  return inSnapshot(source, async tx => {
    const { digests } = await loadCopy(target, {
      parts: readOrRefuse(readCopy(tx, secret, now)),
      progress: done => io.progress(loadingLine(done)),
      finish: into => keepSecret(io, into, secret),
    });
    return digests;
  });
}

/** Where older versions kept the page client's secret; null where none of their servers has started. */
function readKey(dataDir: string): string | null {
  const file = join(dataDir, 'secret.key');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

async function* readOrRefuse(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (error) {
    unreadable(error);
  }
}

function unreadable(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new Refused(
    `Прежняя база не читается (${reason}). Ничего не записано, папка не изменена. Если есть копия команды backup, восстановите ее: restore.`,
    { cause },
  );
}
