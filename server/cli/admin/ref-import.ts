import { basename } from 'node:path';
import { canSwitchOff, describeColumns, SHEETS, type Sheet } from '../../commands/references/columns.ts';
import { BadSheet } from '../../commands/references/faults.ts';
import { importReferences, readReferences } from '../../commands/references/import-references.ts';
import { actOf, inWords } from './act-of.ts';
import { adminCommand, onlyPositional, Refused, WrongUsage } from './command.ts';

const TITLES: Record<Sheet, string> = {
  districts: 'Районы',
  works: 'Виды работ',
  warehouses: 'Склады',
  nomenclature: 'Номенклатура',
};

/** The firm's own lists out of its spreadsheets. */
export const refImport = adminCommand({
  name: 'ref:import',
  summary: 'Загрузить районы, виды работ, склады или номенклатуру из .xlsx или CSV',
  usage:
    '<файл> [--kind districts|works|warehouses|nomenclature] [--sheet <лист>] [--dry-run] [--deactivate-missing]',
  details: [
    '--kind                что в файле; без параметра — по началу его имени: districts.csv, works-2026.csv …',
    '--sheet               какой лист файла .xlsx, если их несколько',
    '--dry-run             только проверить и посчитать, ничего не записывая',
    '--deactivate-missing  районы и виды работ, которых в файле нет, выключить; без параметра они остаются',
    '.xlsx, или CSV в UTF-8, UTF-16 или windows-1251 с разделителем ; , или табуляцией. Первая строка называет колонки:',
    ...SHEETS.map(sheet => `  ${sheet}: ${describeColumns(sheet)}`),
    'Вид: basa (линия) или point (мастерские). Дерево: колонка «родитель» или путь «Область / Район» в названии.',
    'Порядок — как в файле, если нет колонки «порядок». Действует: да или нет. Цена в рублях: 1500,50.',
    'Файл загружается целиком или никак; повторная загрузка того же ничего не меняет. Ничего не удаляется.',
    'Пример: ref:import districts.csv --dry-run',
  ],
  optionNames: ['kind', 'sheet'],
  flagNames: ['dry-run', 'deactivate-missing'],
  read(given) {
    const path = onlyPositional(given, 'Не указан файл');
    const sheet = readSheetName(given.options.kind, path);
    const deactivatesMissing = given.flags.has('deactivate-missing');
    if (deactivatesMissing && !canSwitchOff(sheet)) {
      throw new WrongUsage(`--deactivate-missing: у списка ${sheet} ничего не выключается`);
    }
    const isDry = given.flags.has('dry-run');
    return { path, sheet, name: given.options.sheet, isDry, deactivatesMissing };
  },
  needs: ({ path }) => ({ reads: path }),
  async run(context, { sheet, name, isDry, deactivatesMissing }) {
    const file = await readReferences(sheet, context.input, name).catch((error: unknown) => {
      throw error instanceof BadSheet ? new Refused(error.message) : error;
    });
    const { rows, sample } = file;
    context.progress(`Прочитано строк: ${rows}`);
    const act = actOf(context);
    const importing = { now: act.now, isDry, deactivatesMissing, progress: context.progress };
    const done = await inWords(importReferences(context.db, act, file, importing));
    const { added, changed, switchedOff, same, left } = done;
    const counts = `добавлено ${added}, изменено ${changed}, выключено ${switchedOff}, без изменений ${same}`;
    return [
      `${TITLES[sheet]}: строк в файле ${rows}, ${counts}`,
      ...(added + changed + switchedOff === 0 ? ['Ничего не изменилось'] : []),
      ...(left > 0 ? [`В базе есть то, чего нет в файле (${left}): это осталось как было`] : []),
      ...(isDry ? [`Проверка без записи. Прочитано, например: ${sample.join('; ')}`] : []),
    ];
  },
});

function readSheetName(kind: string | undefined, path: string): Sheet {
  const name = basename(path).toLowerCase();
  const sheet = SHEETS.find(each => (kind === undefined ? name.startsWith(each) : kind === each));
  if (sheet) return sheet;
  const problem = kind === undefined ? `По имени ${basename(path)} не понять, что в файле` : `--kind ${kind}`;
  throw new WrongUsage(`${problem}: задайте --kind ${SHEETS.join('|')}`);
}
