import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { findNomenclature, type Nomenclature, type StockModule } from '#contract/warehouse.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { type DraftLine, newDraft } from '#domain/warehouse/draft-line.ts';
import { AddItem } from '#features/warehouse/edit/add/add-item.tsx';
import { DocumentScreen } from '#features/warehouse/edit/document-screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { type AnyServer, type Desk, memoryServer, moderatorDesk } from './moderator.tsx';
import { answerOf } from './network.ts';
import { type RemotePhone, remotePhone } from './remote.tsx';
import { setWidth } from './screen.tsx';
import type { TestUser } from './server.ts';

/** Who works at these screens, and whom documents name. */
export const MODERATOR: TestUser = { id: 1, name: 'Test moderator', email: '' };
export const COLLEAGUE = { id: 2, name: 'Test colleague' };
export const ADMIN = { id: 3, name: 'Test admin' };

const LINE = { unit: 'шт', tax: 0, discount: 0, reason: '' };
const FILLED = {
  ...{ id: 1, transfer_date: '2026-11-20', contract_id: COLLEAGUE.id, carried: 1, VAT: 20, VAT_included: 1 },
  ...{ description: 'Первая поставка', income_code: 'УПД-77', income_date: '2026-11-19', version: 1 },
  ...{ updated_at: '2026-11-20 15:12:39', updated_by: ADMIN },
  nomenclature: [
    {
      ...LINE,
      id: 11,
      nomenclature_id: 1,
      title: 'Насос сливной',
      count: 2.5,
      price: 1234.5,
      tax: 1.25,
      discount: 10,
    },
    {
      ...LINE,
      id: 12,
      nomenclature_id: 2,
      title: 'Ремень привода «Ёлочка»',
      count: 3,
      price: 0.99,
      reason: 'Без упаковки',
    },
  ],
};

/** The one receipt as the server has it; whoever saves over it names its version. */
export type StoredReceipt = typeof FILLED & { transfer_code: string; warehouse_to: string };

export type StockDesk = Desk & {
  /** Opens a document and waits until it can be edited, or at least looked at. */
  show: (module?: StockModule) => Promise<void>;
  /** Opens whatever stands in the address. */
  openAt: (address: string) => void;
  /** What the server has. */
  stored: () => StoredReceipt;
  /** What somebody else saves meanwhile. */
  saveElsewhere: (change: Partial<StoredReceipt>) => void;
  /** The saves that have reached the server. */
  saves: () => Record<string, unknown>[];
};

/** The address at which the receipt is read and saved. */
export const RECEIPT = '/api/enter/1';

/** The screen of a document of the warehouse, before a server in memory that has a receipt and a write-off. */
export async function stockDesk(): Promise<StockDesk> {
  let receipt: StoredReceipt = { ...FILLED, transfer_code: 'ОП-000001', warehouse_to: 'Основной склад' };
  let lineId = 100;
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
  return { ...(await openDesk(server, MODERATOR)), stored: () => receipt, saveElsewhere };
}

/** The same before any server. */
export async function openDesk(server: AnyServer, user: TestUser) {
  const desk = await moderatorDesk(server, user);
  setWidth(1280);
  const view = (
    <>
      <DocumentScreen />
      <Toasts />
    </>
  );
  const openAt = (at: string) => void desk.open(at, { [paths.stockDocument]: view });
  return {
    ...{ ...desk, openAt },
    async show(modulePrefix: StockModule = 'enter', id = modulePrefix === 'enter' ? 1 : 2) {
      openAt(pathTo(paths.stockDocument, { modulePrefix, id }));
      await screen.findByRole('heading', { name: /000001$/, level: 1 });
    },
    saves: (): Record<string, unknown>[] =>
      desk.network.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body)),
  };
}

/** A field of the document, by its label. */
export const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);

/** Writes another text into a field. */
export const retype = (name: string | RegExp, text: string) =>
  fireEvent.change(field(name), { target: { value: text } });

/** Presses a button of that name. */
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

const SEARCH = findNomenclature.path.replace(':title', '');

export type ItemSearch = RemotePhone & {
  /** What was added, in its order. */
  added: Nomenclature[];
  /** How often the form around the search was sent. */
  sent: () => number;
  /** Says why nothing can be searched; nothing is in the way again without a reason. */
  block: (reason?: string) => void;
  /** What the server was asked for, as addresses have it. */
  asked: () => string[];
};

type Story = { added: Nomenclature[]; sent: number; block: (reason?: string) => void };

/**
 * The search in a form, with the lines of its document. The server in memory has these titles, each at 12,50 by the
 * piece, and finds them as the real one does, whose own tests show which come first.
 */
export async function openItemSearch(
  titles: readonly string[],
  stored: readonly DraftLine[] = [],
): Promise<ItemSearch> {
  const things = titles.map((title, at) => ({ id: at + 1, title, price: 12.5, unit: 'шт' }));
  const { fetch } = memoryServer(path => {
    if (!path.startsWith(SEARCH)) return undefined;
    const sought = decodeURIComponent(path.slice(SEARCH.length)).toLowerCase();
    return things.filter(({ title }) => title.toLowerCase().includes(sought)).slice(0, 20);
  });
  const phone = await remotePhone(fetch);
  const story: Story = { added: [], sent: 0, block: () => {} };
  phone.show(<OwnDocument stored={stored} story={story} />);
  const { seen } = phone.network;
  return {
    ...{ ...phone, added: story.added, sent: () => story.sent, block: reason => story.block(reason) },
    asked: () => seen.flatMap(({ path }) => (path.startsWith(SEARCH) ? path.slice(SEARCH.length) : [])),
  };
}

function OwnDocument({ stored, story }: { stored: readonly DraftLine[]; story: Story }) {
  const [lines, setLines] = useState(stored);
  const [reason, setReason] = useState<string>();
  story.block = setReason;
  const handleAdd = (found: Nomenclature) => {
    story.added.push(found);
    setLines(before => [...before, newDraft(found, `new ${before.length}`)]);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    story.sent += 1;
  };
  return (
    <form onSubmit={handleSubmit}>
      <AddItem lines={lines} onAdd={handleAdd} blocked={reason} />
      <button type="submit">Сохранить</button>
    </form>
  );
}

/** The address at which the server is asked for a text. */
export const searchOf = (text: string) => SEARCH + encodeURIComponent(text);

/** The field of the search. */
export const searchBox = () =>
  screen.getByRole<HTMLInputElement>('combobox', { name: 'Добавить номенклатуру' });
/** Its list; null while it is closed. */
export const searchList = () => screen.queryByRole('listbox', { name: 'Добавить номенклатуру' });
/** What is offered, from top to bottom. */
export const offered = () =>
  Array.from(searchList()?.querySelectorAll('[role=option]') ?? [], option => option.textContent?.trim());

/** Writes instead of what stands there. */
export async function seek(text: string): Promise<void> {
  await userEvent.clear(searchBox());
  await userEvent.click(searchBox());
  await userEvent.paste(text);
}

/** Waits until something of that title is offered. */
export const untilOffered = (title: string) =>
  waitFor(() => {
    if (!offered().some(option => option?.includes(title)))
      throw new Error(`Not offered: ${title}, ${offered()}`);
  });
