import type { Page } from 'playwright-core';
import { callAs } from '#tests/support/ask-server.ts';
import { DEMO } from '#tests/support/sign-in.ts';

const MODERATION = '/api/promo/moderation';

type Row = { id: number; paid: number };

/** The demo's promoter who is due a whole payday of 60 requests, and the report of it as the server has it. */
export async function paydayOf(origin: string) {
  const call = await callAs(origin, DEMO.admin);
  const users = await call<{ list: { id: number; name: string; email: string }[] }>('GET', '/api/users/list');
  const promoter = users.list.find(({ email }) => email === 'promoter01@example.com');
  if (!promoter) throw new Error('The demo has no promoter01');
  const { id, name } = promoter;
  const rowsOf = async (report: number) =>
    (await call<{ promo_requests: Row[] }>('GET', `${MODERATION}/report/${report}`)).promo_requests;
  return {
    id,
    name,
    rowsOf,
    /** All rows unpaid and the report open, whatever an earlier test has left. */
    async fresh(): Promise<number> {
      // Refused when nothing is due: then the report is there already, and maybe open.
      const post = (path: string, body: object) =>
        call('POST', MODERATION + path, body).catch(() => undefined);
      await post('/report/create', { promoter_id: id });
      const { list } = await call<{ list: { id: number }[] }>('GET', `${MODERATION}/reports/${id}`);
      const report = Number(list[0]?.id);
      await post('/report/open', { report_id: report });
      for (const row of await rowsOf(report)) {
        if (row.paid === 1) await post('/report/requestUnPay', { request_id: row.id });
      }
      return report;
    },
  };
}

export const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Выплачено: / });

export const unpaidIn = (page: Page) =>
  boxes(page).evaluateAll(all => all.filter(each => !(each as HTMLInputElement).checked).length); // checkboxes
