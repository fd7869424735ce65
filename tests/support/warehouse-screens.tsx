import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StockModule } from '#contract/warehouse.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { DocumentScreen } from '#features/warehouse/edit/document-screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { type AnyServer, memoryServer, moderatorScreens } from './moderator.tsx';
import { answerOf } from './network.ts';
import type { TestUser } from './server.ts';

/** Who works at these screens, and whom documents name. */
export const MODERATOR: TestUser = { id: 1, name: 'Test moderator', email: '' };
export const COLLEAGUE = { id: 2, name: 'Test colleague' };
export const ADMIN = { id: 3, name: 'Test admin' };

const line = (id: number, title: string, rest: object) => ({
  id,
  nomenclature_id: id - 10,
  title,
  unit: 'шт',
  count: 3,
  price: 0.99,
  tax: 0,
  discount: 0,
  reason: 'Без упаковки',
  ...rest,
});
const FILLED = {
  id: 1,
  transfer_date: '2026-11-20',
  contract_id: COLLEAGUE.id,
  carried: 1,
  VAT: 20,
  VAT_included: 1,
  description: 'Первая поставка',
  income_code: 'УПД-77',
  income_date: '2026-11-19',
  version: 1,
  updated_at: '2026-11-20 15:12:39',
  updated_by: ADMIN,
  nomenclature: [
    line(11, 'Насос сливной', { count: 2.5, price: 1234.5, tax: 1.25, discount: 10, reason: '' }),
    line(12, 'Ремень привода «Ёлочка»', {}),
  ],
};

/** The one receipt as the server has it; whoever saves over it names its version. */
type StoredReceipt = typeof FILLED & { transfer_code: string; warehouse_to: string };

/** The address at which the receipt is read and saved. */
export const RECEIPT = '/api/enter/1';

/** The screen of a document of the warehouse, before a server in memory that has a receipt and a write-off. */
export async function receiptScreen() {
  let receipt: StoredReceipt = { ...FILLED, transfer_code: 'ОП-000001', warehouse_to: 'Основной склад' };
  let lineId = 100;
  /** What somebody else saves meanwhile. */
  const saveElsewhere = (change: Partial<StoredReceipt>) => {
    const nomenclature = (change.nomenclature ?? receipt.nomenclature).map(line => ({
      ...line,
      id: line.id ?? ++lineId,
    }));
    receipt = { ...receipt, ...change, nomenclature, version: receipt.version + 1 };
  };
  const server = memoryServer(async (path, request) => {
    if (path === '/api/user/list') return { list: [MODERATOR, COLLEAGUE, ADMIN] };
    if (path === '/api/loss/2')
      return { ...FILLED, id: 2, transfer_code: 'СП-000001', loss_from: 'Основной склад' };
    if (path !== RECEIPT)
      return path.startsWith('/api/loss/') ? answerOf({ message: 'Нет' }, 404) : undefined;
    if (request.method === 'GET') return receipt;
    if (request.headers.get('If-Match') !== `"${receipt.version}"`) return answerOf({ message: 'Нет' }, 412);
    const sent: StoredReceipt = await request.json();
    saveElsewhere({ ...sent, description: sent.description ?? '' });
    return receipt;
  });
  return { ...(await openReceiptScreen(server, MODERATOR)), stored: () => receipt, saveElsewhere };
}

export type ReceiptScreen = Awaited<ReturnType<typeof receiptScreen>>;

/** The same before any server. */
export async function openReceiptScreen(server: AnyServer, user: TestUser) {
  const app = await moderatorScreens(server, user);
  const view = (
    <>
      <DocumentScreen />
      <Toasts />
    </>
  );
  const openAt = (at: string) => void app.open(at, { [paths.stockDocument]: view });
  return {
    ...app,
    openAt,
    /** Opens a document and waits until it can be edited, or at least looked at. */
    async show(modulePrefix: StockModule = 'enter', id = modulePrefix === 'enter' ? 1 : 2) {
      openAt(pathTo(paths.stockDocument, { modulePrefix, id }));
      await screen.findByRole('heading', { name: /000001$/, level: 1 });
    },
    /** The saves that have reached the server. */
    saves: (): Record<string, unknown>[] =>
      app.network.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body)),
  };
}

/** A field of the document, by its label. */
export const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

/** Writes another text into a field. */
export const retype = (name: string | RegExp, text: string) =>
  fireEvent.change(field(name), { target: { value: text } });

/** Presses a button of that name. */
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
