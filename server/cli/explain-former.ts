import { dirname } from 'node:path';
import type { FormerFolder } from '../db/engine/former-folder.ts';

const IMPORT = 'npm run -s admin -- import-pglite';

/** The folder's own programs make a copy of it, ours read it. */
const byBackup = (programs: string) =>
  `Путь: POSTGRES_BIN=<папка программ ${programs}> npm run -s admin -- backup <файл>, затем с новой папкой: ` +
  'DATA_DIR=<папка> npm run -s admin -- restore <файл>.';

/** One line for whoever starts a program on such a folder. */
export function explainFormer({ kind, folder, version }: FormerFolder): string {
  switch (kind) {
    case 'pglite':
      return `В ${folder} база прежних версий (PGlite): эта версия ее не открывает и рядом ничего не создает. Перенесите данные одной командой: ${IMPORT} (папка останется как есть).`;
    case 'pglite in the place':
      return `В ${folder} база прежних версий (PGlite), а здесь место базы PostgreSQL. Переименуйте папку в ${dirname(folder)}/db и перенесите данные: ${IMPORT}`;
    case 'pglite itself':
      return `Неверная настройка: DATA_DIR=${folder} — сама база прежних версий (PGlite). Она должна называться db, а DATA_DIR — папка над ней; затем: ${IMPORT}`;
    case 'cluster itself':
      return `Неверная настройка: DATA_DIR=${folder} — сама база PostgreSQL. Нужна отдельная папка, или DATABASE_URL этой базы.`;
    case 'other major':
      return `База в ${folder} создана PostgreSQL ${version}, другая версия ее не открывает, ничего не изменено. ${byBackup(`PostgreSQL ${version}`)}`;
    case 'other build':
      return `База в ${folder} создана другой сборкой PostgreSQL, эта ее не открывает, ничего не изменено. ${byBackup('той сборки')}`;
  }
}
