import { textRows } from '../../db/copy/tables.ts';
import type { Tx } from '../../db/database.ts';
import { adminCommand, type CommandContext, type Given, noPositional, WrongUsage } from './command.ts';
import { STDOUT } from './command-io.ts';
import { rowsInWords } from './copy-words.ts';
import { EXPORT_SETS, type ExportSet } from './export-sets.ts';
import { type ExportFormat, headOf, textOfRows } from './export-text.ts';
import { fromSnapshot } from './short-snapshot.ts';

type Export = { of: string; set: ExportSet; format: ExportFormat; to: string };

const PAGE = 500;

const KNOWN = Object.keys(EXPORT_SETS).join('|');

/** Data of the firm for people and their spreadsheets; what comes back by `restore` is made by `backup`. */
export const exportData = adminCommand<Export>({
  name: 'export',
  summary: 'Выгрузить данные для таблиц или программ: csv, jsonl',
  usage: `--of ${KNOWN} [--format csv|jsonl] [--to <файл>|-]`,
  details: [
    `--of       что выгрузить: ${KNOWN.replaceAll('|', ', ')}; удаленные контакты не выгружаются`,
    '--format   csv (по умолчанию): для русских Excel и LibreOffice, «;» и UTF-8 с BOM, формулы обезврежены',
    '           jsonl: один объект JSON в строке, null вместо пустого',
    '--to       новый файл с правами 0600; без него или с - выгрузка идет в stdout',
    'Время по часам фирмы (FIRM_ZONE), суммы в рублях с копейками. Паролей, хешей и токенов в выгрузке нет.',
    'Во встроенной базе запросы ждут, пока читаются данные.',
    'Пример:    npm run -s admin -- export --of requests --format csv --to requests.csv',
  ],
  optionNames: ['of', 'format', 'to'],
  read: readExport,
  needs: ({ to }) => ({ writes: to }),
  run: writeOut,
});

function readExport(given: Given): Export {
  noPositional(given);
  const { of, format = 'csv', to = STDOUT } = given.options;
  if (of === undefined) throw new WrongUsage(`Не указано, что выгрузить: --of ${KNOWN}`);
  const set = Object.hasOwn(EXPORT_SETS, of) ? EXPORT_SETS[of] : undefined;
  if (!set) throw new WrongUsage(`--of ${of}: возможны ${KNOWN.replaceAll('|', ', ')}`);
  if (format !== 'csv' && format !== 'jsonl') {
    throw new WrongUsage(`--format ${format}: возможны csv, jsonl`);
  }
  return { of, set, format, to };
}

async function writeOut(context: CommandContext, { of, set, format }: Export): Promise<string[]> {
  let total = 0;
  await fromSnapshot(context, async (tx, output) => {
    await output(Buffer.from(headOf(format, set.columns)));
    for await (const rows of pagesOf(tx, set)) {
      total += rows.length;
      const options = { format, columns: set.columns, zone: context.env.zone };
      await output(Buffer.from(textOfRows(rows, options)));
    }
  });
  return [`Выгружено: ${of}, ${rowsInWords(total)}.`];
}

async function* pagesOf(tx: Tx, { page }: ExportSet) {
  for (let after = '-9223372036854775808'; ; ) {
    const rows = await textRows<string>(tx, page(after, PAGE));
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? after;
  }
}
