import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { listPayouts, type PayoutRow } from '#contract/moderation.ts';
import { closeReport } from '#contract/reports.ts';
import { PayoutsScreen } from '#features/reports/payouts/payouts-screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { type ModeratorScreens, moderatorScreens } from './moderator.tsx';
import { createReportClient, type ReportClient, seedDone } from './reports.ts';
import { createTestServer, type TestServer } from './server.ts';

/** The list of payouts before a moderator, at a server of its own where nothing is owed when a test begins. */
export function payoutsForAll() {
  let server: TestServer;
  let app: ModeratorScreens;
  let other: ReportClient;
  beforeAll(async () => {
    server = await createTestServer();
    other = await createReportClient(server, server.users.admin);
  }, 60_000);
  afterAll(() => server.close());
  beforeEach(async () => {
    sessionStorage.clear();
    app = await moderatorScreens(server, server.users.moderator);
    await payAllByHand(other);
  });
  const screens = {
    get server() {
      return server;
    },
    get network() {
      return app.network;
    },
    /** Another moderator, who uses the API by hand. */
    get other() {
      return other;
    },
    payAllByHand: () => payAllByHand(other),
    seed: (promoterId: number, amounts: number[]) => seedDone(server, { promoterId, amounts }),
    async open(query = '', shown = /^К выплате, /): Promise<void> {
      const view = (
        <>
          <PayoutsScreen />
          <Toasts />
        </>
      );
      app.open(`/promo/moderation${query}`, { '/promo/moderation': view });
      await screen.findByText(shown);
    },
    /** Shows the panel of a promoter who is owed for requests of these amounts, in kopecks. */
    async openOwed(amounts: number[]): Promise<{ id: number; name: string }> {
      const { promoter } = server.users;
      await screens.seed(promoter.id, amounts);
      await screens.open();
      await openPanel(promoter.name);
      return promoter;
    },
    async owedTo(id: number): Promise<number> {
      const { body } = await other.get(`${listPayouts.path}?state=all`);
      return body.list.find((row: PayoutRow) => row.id === id).owed.count;
    },
    /** The keys under which it was sent. */
    keysOf: (path: string) => app.network.seen.filter(each => each.path === path).map(({ key }) => key),
  };
  return screens;
}

async function payAllByHand(by: ReportClient): Promise<void> {
  const { body } = await by.get(listPayouts.path);
  for (const { id, due } of body.list as PayoutRow[]) if (due.count > 0) await by.create(id);
  for (const { id } of body.list as PayoutRow[]) {
    for (const report of (await by.list(id)).body.list) {
      if (report.closed_at !== null) continue;
      for (const request of (await by.read(report.id)).body.promo_requests) await by.pay(request.id);
      await by.post(closeReport.path, { report_id: report.id });
    }
  }
}

export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Once the button has stood there for as long as no second click is meant for it. */
export async function pay(name: RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name });
  await isReady(button);
  await userEvent.click(button);
}

export async function isReady(button: HTMLElement): Promise<void> {
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull(), { timeout: 3_000 });
}

export const rowOf = async (name: string) =>
  (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;
export const panelOf = (name: string) => screen.findByRole('region', { name: `Выплата: ${name}` });

export async function openPanel(name: string): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('link', { name }));
  return panelOf(name);
}

export async function undoName(name: string): Promise<string> {
  return (await screen.findByRole('button', { name: `Вернуть: ${name}` })).getAttribute('aria-label') ?? '';
}
