import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StockModule } from '#contract/warehouse.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { DocumentScreen } from '#features/warehouse/edit/document-screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { type Desk, moderatorDesk } from './moderator.tsx';
import type { Stock } from './planted-stock.ts';
import { setWidth } from './screen.tsx';
import type { TestServer, TestUser } from './server.ts';

/** A receipt as our own server answers it, whose shape its own tests check. */
export type StoredReceipt = {
  id: number;
  transfer_code: string;
  transfer_date: string;
  description: string;
  version: number;
  nomenclature: { id: number; nomenclature_id: number; count: number; price: number; reason: string }[];
} & Record<string, unknown>;

export type StockDesk = Desk & {
  stock: Stock;
  /** Opens a document and waits until it can be edited, or at least looked at; returns how to leave it. */
  show: (module?: StockModule) => Promise<() => void>;
  /** Opens whatever stands in the address. */
  openAt: (address: string) => () => void;
  /** What the server has. */
  stored: () => Promise<StoredReceipt>;
  /** What somebody else saves meanwhile. */
  saveElsewhere: (change: Partial<StoredReceipt>) => Promise<void>;
  /** The saves that have reached the server. */
  saves: () => { body: Record<string, unknown> }[];
};

/** The screen of a document of the warehouse at the real server in this process. */
export async function stockDesk(
  server: TestServer,
  stock: Stock,
  user: TestUser = server.users.moderator,
): Promise<StockDesk> {
  const desk = await moderatorDesk(server, user);
  setWidth(1280);
  const address = `/api/enter/${stock.receipt.id}`;
  const headers = { ...(await server.signIn(server.users.admin)), 'content-type': 'application/json' };
  const stored = async (): Promise<StoredReceipt> => (await server.fetch(address, { headers })).json();
  const openAt = (at: string) => {
    const view = (
      <>
        <DocumentScreen />
        <Toasts />
      </>
    );
    return desk.open(at, { [paths.stockDocument]: view }).unmount;
  };
  return {
    ...{ ...desk, stock, stored, openAt },
    async show(module = 'enter') {
      const { id } = module === 'enter' ? stock.receipt : stock.writeOff;
      const leave = openAt(pathTo(paths.stockDocument, { modulePrefix: module, id }));
      await screen.findByRole('heading', { name: /000001$/, level: 1 });
      return leave;
    },
    async saveElsewhere(change) {
      const body = JSON.stringify({ ...(await stored()), ...change });
      const answer = await server.fetch(address, { method: 'PUT', headers, body });
      if (!answer.ok) throw new Error(`the other save was answered ${answer.status}: ${await answer.text()}`);
    },
    saves: () =>
      desk.network.seen
        .filter(({ method }) => method === 'PUT')
        .map(({ body }) => ({ body: JSON.parse(body) })),
  };
}

/** A field of the document, by its label. */
export const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

/** Types another text into a field. */
export async function retype(name: string | RegExp, text: string): Promise<void> {
  await userEvent.clear(field(name));
  if (text !== '') await userEvent.type(field(name), text);
}

/** Presses a button of that name. */
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
