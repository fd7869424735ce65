import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { engineFolder } from '../../../db/engine/former-folder.ts';
import type { Environment } from '../../environment.ts';
import { bad, type Finding, good } from './finding.ts';

/** The floor of package.json. */
const NODE = [20, 19] as const;

/** Below this a database cannot even tidy up. */
const LITTLE_BYTES = 1024 ** 3;

/** What can be seen without the data. */
export function checkMachine(env: Environment, version = process.versions.node): Finding[] {
  return [checkNode(version), checkBuild(env.distDir), ...checkFolder(env)];
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > NODE[0] || (major === NODE[0] && minor >= NODE[1]);
  if (isEnough) return good(`Node.js ${version}`);
  return bad(`Node.js ${version}: нужен ${NODE.join('.')} или новее, обновите`);
}

function checkBuild(distDir: string): Finding {
  if (existsSync(join(distDir, '.built'))) return good('Страница собрана');
  return bad(`Страница не собрана (${distDir}): выполните npm run build`);
}

function checkFolder({ databaseUrl, dataDir }: Environment): Finding[] {
  if (databaseUrl) return [];
  if (!existsSync(dataDir))
    return [bad(`Папки данных ${dataDir} нет: запустите сервер или задайте DATA_DIR`)];
  const closed = [dataDir, engineFolder(dataDir), join(dataDir, 'backups')];
  return [...closed.flatMap(checkMode), spaceFinding(dataDir, statfsSync(dataDir))];
}

/** Whether others of this machine can read what is nobody else's business. */
function checkMode(path: string): Finding[] {
  if (process.platform === 'win32' || !existsSync(path)) return [];
  const stat = statSync(path);
  const mode = (stat.mode & 0o777).toString(8);
  if ((stat.mode & 0o077) === 0) return [good(`Права ${path}: ${mode}`)];
  return [bad(`${path} открыт другим (права ${mode}): выполните chmod go-rwx ${path}`)];
}

/** How much room the disk of the data has. */
export function spaceFinding(folder: string, { bavail, bsize }: { bavail: number; bsize: number }): Finding {
  const free = bavail * bsize;
  const space = `${(free / 1024 ** 3).toFixed(1).replace('.', ',')} ГиБ`;
  if (free >= LITTLE_BYTES) return good(`Свободно на диске ${folder}: ${space}`);
  return bad(`На диске ${folder} осталось ${space}: освободите место`);
}
