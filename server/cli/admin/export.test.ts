import { expect, it, test } from 'vitest';
import { payPromoter, takeBackPayment } from '#contract/payments.ts';
import { openXlsx } from '#kit/xlsx/read-xlsx.ts';
import { runAdminCommand } from '#tests/support/admin-command.ts';
import { createReportClient, seedDone } from '#tests/support/reports.ts';
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

it('tells of each payment its requests and reports, and who has taken it back', async () => {
  const client = await createReportClient(server);
  const promoterId = server.users.promoter.id;
  await seedDone(server, { promoterId, amounts: [100_000, 200_050] });
  const { payment } = (
    await client.post(payPromoter.path, { promoter_id: promoterId, count: 2, share: 900.15 })
  ).body;
  await client.post(takeBackPayment.path, { payment_id: payment.id });
  const [line] = (await exported('--of', 'payments', '--to', 'payments.jsonl')).toString('utf8').split('\n');
  expect(JSON.parse(line ?? '')).toMatchObject({
    id: String(payment.id),
    promoter: 'Test promoter',
    requests: '2',
    percent: '900.15',
    codes: payment.requests.map(({ fullcode }: { fullcode: string }) => fullcode).join(', '),
    reports: String(payment.reports[0].id),
    created_by: 'Test moderator',
    taken_back_at: expect.any(String),
    taken_back_by: 'Test moderator',
  });
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
