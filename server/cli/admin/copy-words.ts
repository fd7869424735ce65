import { groupThousands } from '#kit/money.ts';
import { plural } from '#kit/plural.ts';
import { BadCopy, type CopyProblem, type Digest } from '../../db/copy/copy.ts';
import type { LoadProgress } from '../../db/copy/load-copy.ts';
import { sqlState } from '../../db/database-problem.ts';
import { Refused } from './command.ts';

const PROBLEMS: Readonly<Record<CopyProblem, (detail: string) => string>> = {
  foreign: () => 'Это не резервная копия: такой файл делает команда backup.',
  'cut off': () => 'Файл копии обрывается: он записан или переписан не до конца. Возьмите другую копию.',
  damaged: detail => `Файл копии поврежден (${detail || 'сжатые данные'}). Возьмите другую копию.`,
  'newer format': detail => `Копия сделана более новой программой (формат ${detail}). Обновите программу.`,
  'newer schema': detail =>
    `Копия сделана более новой программой: ей известны миграции ${detail}. Обновите программу.`,
  used: detail =>
    `Место занято: в таблице ${detail} уже есть данные. Нужна новая папка DATA_DIR или пустая база.`,
  'foreign tables': detail => `В базе чужие таблицы: ${detail}. Нужна пустая база или отдельная схема.`,
  'not the same': detail => `Записанное отличается от копии: таблица ${detail}. Ничего не сохранено.`,
};

/** By the codes of systems and databases. */
const PLACE_PROBLEMS: Readonly<Record<string, string>> = {
  '08006': 'база не отвечает или связь с ней прервалась',
  '28P01': 'база не приняла пароль',
  '28000': 'база не пускает этого пользователя',
  '3D000': 'такой базы нет: создайте ее (createdb)',
  '42501': 'нет прав создавать таблицы в этой базе',
  '53100': 'на диске базы нет места',
  '55P03': 'базу держит другой процесс: остановите его и повторите',
  '40P01': 'базу держит другой процесс: остановите его и повторите',
  ENOSPC: 'на диске нет места',
};

/** What is wrong with a copy or its place, as a line for people. */
export async function inCopyWords<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const line = error instanceof BadCopy ? PROBLEMS[error.problem](error.detail) : placeProblem(error);
    if (line === undefined) throw error;
    throw new Refused(line, { cause: error });
  }
}

function placeProblem(error: unknown): string | undefined {
  const code = sqlState(error) ?? '';
  const reason = PLACE_PROBLEMS[code];
  return reason && `Не получилось, ничего не записано: ${reason} (${code}).`;
}

/** «5 420 строк» */
export function rowsInWords(rows: number): string {
  return `${groupThousands(String(rows))} ${plural(rows, 'строка', 'строки', 'строк')}`;
}

/** «26 таблиц, 14 523 строки» */
export function sizeInWords(digests: Iterable<Digest>): string {
  const all = [...digests];
  const tables = `${all.length} ${plural(all.length, 'таблица', 'таблицы', 'таблиц')}`;
  return `${tables}, ${rowsInWords(all.reduce((sum, { rows }) => sum + rows, 0))}`;
}

/** How far writing is. */
export function loadingLine({ table, rows, step }: LoadProgress): string {
  return `${table}: ${step === 'written' ? 'записано' : 'сверено'}, ${rowsInWords(rows)}`;
}
