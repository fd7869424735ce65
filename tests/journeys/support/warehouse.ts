import type { Page } from 'playwright-core';
import {
  findNomenclature,
  getReceipt,
  listReceipts,
  listWriteOffs,
  type Nomenclature,
  type Receipt,
  type StockLine,
  type StockModule,
  saveReceipt,
} from '#contract/warehouse.ts';
import { callAs } from '#tests/support/ask-server.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { type App, button, type Options, openSignedIn } from './app.ts';

/** Where a receipt is read and saved, for what spoils or counts it. */
export const RECEIPT = /^\/api\/enter\/\d+$/;
/** Where titles are searched. */
export const SEARCH = /^\/api\/nomenclature\/nomenclatureByTitle\//;

/** A receipt as our own server tells it: it always has a version. */
export type StoredReceipt = Receipt & { version: number };

/** What the server holds, and what another user saves there meanwhile. */
export type ReceiptStore = Awaited<ReturnType<typeof receiptStore>>;

/** Asks and saves by HTTP, beside the page. */
export async function receiptStore(origin: string) {
  const call = await callAs(origin, DEMO.admin);
  const list = (kind: StockModule, page: number) =>
    call<{ data: { id: number; transfer_code: string }[]; from: number; to: number; total: number }>(
      'GET',
      `${(kind === 'enter' ? listReceipts : listWriteOffs).path}?page=${page}`,
    );
  const receipt = (id: number) => call<StoredReceipt>('GET', getReceipt.path.replace(':id', String(id)));
  return {
    list,
    receipt,
    /** The receipt of that number; of the first three pages. */
    async idOf(code: string): Promise<number> {
      for (const page of [1, 2, 3]) {
        const found = (await list('enter', page)).data.find(({ transfer_code }) => transfer_code === code);
        if (found) return found.id;
      }
      throw new Error(`there is no ${code}`);
    },
    /** The thing of exactly that title. */
    async thing(title: string): Promise<Nomenclature> {
      const path = findNomenclature.path.replace(':title', encodeURIComponent(title));
      const found = (await call<Nomenclature[]>('GET', path)).find(each => each.title === title);
      if (!found) throw new Error(`there is no ${title}`);
      return found;
    },
    /** Saves it with these changes, whatever its version. */
    async save(id: number, changes: Partial<Receipt>): Promise<StoredReceipt> {
      const path = saveReceipt.path.replace(':id', String(id));
      return call('PUT', path, { ...(await receipt(id)), ...changes });
    },
  };
}

/** A new line of a thing: one of it at a hundred roubles, unless said otherwise. */
function lineOf({ id, title }: Nomenclature, line: Partial<StockLine> = {}): StockLine {
  const plain = {
    id: null,
    nomenclature_id: id,
    title,
    count: 1,
    price: 100,
    tax: 0,
    discount: 0,
    reason: '',
  };
  return { ...plain, ...line };
}

export const PUMP = 'Насос сливной для стиральной машины';
export const BEARING = 'Подшипник 6203';
export const DOOR = 'Ручка двери холодильника';

/** Makes the receipt of that number one of three lines, with nothing in it that is not needed. */
export async function plainReceipt(store: ReceiptStore, code: string): Promise<number> {
  const id = await store.idOf(code);
  const [pump, bearing, door] = [
    await store.thing(PUMP),
    await store.thing(BEARING),
    await store.thing(DOOR),
  ];
  const empty = {
    contract_id: null,
    carried: 0,
    description: '',
    income_code: '',
    income_date: null,
  } as const;
  const nomenclature = [lineOf(pump), lineOf(bearing), lineOf(door, { count: 3, price: 99 })];
  await store.save(id, { ...empty, VAT: null, VAT_included: 0, nomenclature });
  return id;
}

/** The numbers of the documents in sight, in their order: rows of a table, cards on a phone. */
export async function codes(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  return main.getByRole('rowheader').or(main.getByRole('article').getByRole('heading')).allTextContents();
}

/** What the paginator says: `from-to из total`. */
export const pageWords = (page: Page) => page.getByRole('navigation', { name: 'Страницы' }).locator('p');

/** The path of the address, below the app's. */
export const pathOf = (page: Page) => new URL(page.url()).pathname.replace('/application', '');

/** The way of a moderator to a receipt, signed in; waits until it can be edited. */
export async function openReceipt(id: number, options?: Options): Promise<App> {
  const app = await openSignedIn(receiptPath(id), DEMO.moderator, options);
  await saveButton(app.page).waitFor();
  return app;
}

export const receiptPath = (id: number) => `/warehouse/enter/edit/${id}`;

/** A field of the head by the beginning of its label, as readers hear it. */
export const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`));

/** A field of a line, the first is 1. */
export const cell = (page: Page, name: string, line: number) =>
  page.getByLabel(`${name}, строка ${line}`, { exact: true });

export const saveButton = (page: Page) => button(page, 'Сохранить');

/** The titles of the lines in their order; while the search is open they are hidden from readers, so not by their roles. */
export const lineTitles = (page: Page) =>
  page.locator('[data-line] th[scope=row], [data-line] h3').allTextContents();

/** What was saved, said by a toast that goes by itself. */
export const toast = (page: Page, words: string) =>
  page.locator('.Toastify').getByText(words, { exact: true }).first().waitFor();

/** Where titles are searched to be added. */
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Добавить номенклатуру' });

/** Types what is looked for, as a user does. */
export async function seek(page: Page, text: string): Promise<void> {
  await searchBox(page).fill('');
  await searchBox(page).pressSequentially(text);
}

/** What the open list of the search offers; the lists of the head have options too. */
export const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Добавить номенклатуру' }).getByRole('option');

/** Adds what was found: its line is the last then. */
export const pick = (page: Page, title: string) => options(page).filter({ hasText: title }).first().click();

/** What the page has saved, or tried to. */
export const savesOf = ({ proxy }: App) => proxy.passages(RECEIPT).filter(({ method }) => method === 'PUT');

/** Until a document is there as a whole. */
export const isSummedUp = (page: Page) => page.getByRole('region', { name: 'Итоги документа' }).waitFor();
