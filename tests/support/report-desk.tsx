import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReportScreen } from '#features/reports/report/report-screen.tsx';
import { plantDone } from './done-requests.ts';
import { type Desk, moderatorDesk } from './moderator.tsx';
import { setWidth } from './screen.tsx';
import type { TestServer } from './server.ts';

export type ReportDesk = Desk & {
  report: number;
  /** Its three requests, in the order of its rows. */
  ids: number[];
  /** What another moderator does, who uses the API by hand. */
  ask: (what: string, body: object) => Promise<{ id: number }>;
  /** Opens the report and waits for its rows. */
  show: () => Promise<void>;
};

/** A report of three unpaid requests, for a moderator at a wide screen. */
export async function reportDesk(server: TestServer): Promise<ReportDesk> {
  const promoterId = server.users.promoter.id;
  const other = await server.signIn(server.users.admin);
  const headers = { ...other, 'content-type': 'application/json' };
  const ask: ReportDesk['ask'] = async (what, body) => {
    const path = `/api/promo/moderation/report/${what}`;
    return (await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const ids = await plantDone(server, { promoterId, amounts: [100_000, 200_000, 300_050] });
  const { id: report } = await ask('create', { promoter_id: promoterId });
  const desk = await moderatorDesk(server, server.users.moderator);
  setWidth(1280);
  const show = async () => {
    desk.open(`/promo/moderation/report/${report}`, { '/promo/moderation/report/:id': <ReportScreen /> });
    await paidBoxes();
  };
  return { ...desk, report, ids, ask, show };
}

/** The flags «Оплачено» of the rows. */
export function paidBoxes(): Promise<HTMLElement[]> {
  return screen.findAllByRole('checkbox', { name: /^Оплачено: / });
}

/** Presses a button that is on the screen. */
export function press(name: string | RegExp): Promise<void> {
  return userEvent.click(screen.getByRole('button', { name }));
}
