import { expect, it, test } from 'vitest';
import { openXlsx } from '#kit/xlsx/read-xlsx.ts';
import { runAdminCommand } from '#tests/support/admin-command.ts';
import { serverForEach } from '#tests/support/server.ts';

const server = serverForEach();

async function exported(...args: string[]): Promise<Buffer> {
  const written: Uint8Array[] = [];
  const { exit } = await runAdminCommand(server, ['export', ...args], { written });
  expect(exit).toBe(0);
  return Buffer.concat(written);
}

it('writes a spreadsheet where the file is called so, with its moments as days', async () => {
  const [sheet] = await openXlsx(await exported('--of', 'users', '--to', 'users.xlsx'));
  const lines: (readonly string[])[] = [];
  for await (const { cells } of sheet?.rows() ?? []) lines.push(cells);
  expect(sheet?.name).toBe('users');
  expect(lines[0]).toEqual(['№', 'Имя', 'Email', 'Роли', 'Статус', 'Создано']);
  const [, moderator] = lines.filter(([, , email]) => email?.includes('@'));
  expect(moderator?.[5]).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d/);
});

test.each([
  [['--to', 'users.csv'], '\ufeff"№";"Имя"'],
  [['--to', 'users.jsonl'], '{"id":"'],
  [[], '\ufeff"№";"Имя"'],
  [['--to', 'users.xlsx', '--format', 'csv'], '\ufeff"№";"Имя"'],
  [['--format', 'xlsx'], 'PK'],
])('%j chooses the format', async (args, start) => {
  expect((await exported('--of', 'users', ...args)).toString('utf8').slice(0, start.length)).toBe(start);
});
