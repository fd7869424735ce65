import type { Locator, Page } from 'playwright-core';
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
import { obtain } from './ask-server.ts';
import { DESKTOP } from './browser.ts';
import { DEMO, signIn } from './sign-in.ts';
import { openScene, type Scene, type Stage } from './stage.ts';

/** Where a receipt is read and saved, for what spoils or counts it. */
export const RECEIPT = /^\/api\/enter\/\d+$/;
/** Where titles are searched. */
export const SEARCH = /^\/api\/nomenclature\/nomenclatureByTitle\//;

/** The receipt of the demo firm that has a line for each thing there is. */
export const WHOLE_CATALOGUE = 'ОП-000037';

/** A button by its whole name. */
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

/** A list as the server tells it, without what the page does not show. */
export type TurnedPage = {
  data: { id: number; transfer_code: string; updated_at: string }[];
  from: number | null;
  to: number | null;
  total: number;
  last_page: number;
};

/** A receipt as our own server tells it: it always has a version. */
export type StoredReceipt = Receipt & { version: number };

/** What the server holds, and what another user saves there meanwhile. */
export type StockWitness = {
  list: (kind: StockModule, page: number) => Promise<TurnedPage>;
  receipt: (id: number) => Promise<StoredReceipt>;
  /** The receipt of that number; of the first three pages. */
  idOf: (code: string) => Promise<number>;
  /** The thing of exactly that title. */
  thing: (title: string) => Promise<Nomenclature>;
  /** Saves it with these changes, whatever its version. */
  save: (id: number, changes: Partial<Receipt>) => Promise<StoredReceipt>;
};

/** Asks and saves by HTTP, beside the page. */
export async function stockWitness(origin: string, email: string = DEMO.admin): Promise<StockWitness> {
  const token = await obtain(origin, email);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${origin}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  // Our own server's answers, checked by its own tests.
  const list = async (kind: StockModule, page: number) =>
    (await call(`${(kind === 'enter' ? listReceipts : listWriteOffs).path}?page=${page}`)) as TurnedPage;
  const receipt = async (id: number) =>
    (await call(getReceipt.path.replace(':id', String(id)))) as StoredReceipt;
  return {
    list,
    receipt,
    async idOf(code) {
      for (const page of [1, 2, 3]) {
        const found = (await list('enter', page)).data.find(({ transfer_code }) => transfer_code === code);
        if (found) return found.id;
      }
      throw new Error(`there is no ${code}`);
    },
    async thing(title) {
      const path = findNomenclature.path.replace(':title', encodeURIComponent(title));
      const found = ((await call(path)) as Nomenclature[]).find(each => each.title === title);
      if (!found) throw new Error(`there is no ${title}`);
      return found;
    },
    async save(id, changes) {
      const body = JSON.stringify({ ...(await receipt(id)), ...changes });
      const path = saveReceipt.path.replace(':id', String(id));
      return (await call(path, { method: 'PUT', body })) as StoredReceipt;
    },
  };
}

/** A new line of a thing: one of it at a hundred roubles, unless said otherwise. */
export function lineOf({ id, title }: Nomenclature, line: Partial<StockLine> = {}): StockLine {
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
export async function plainReceipt(witness: StockWitness, code: string): Promise<number> {
  const id = await witness.idOf(code);
  const [pump, bearing, door] = [
    await witness.thing(PUMP),
    await witness.thing(BEARING),
    await witness.thing(DOOR),
  ];
  const empty = {
    contract_id: null,
    carried: 0,
    description: '',
    income_code: '',
    income_date: null,
  } as const;
  const nomenclature = [lineOf(pump), lineOf(bearing), lineOf(door, { count: 3, price: 99 })];
  await witness.save(id, { ...empty, VAT: null, VAT_included: 0, nomenclature });
  return id;
}

/** An address of the warehouse in a browser of a scene of its own, signed in. */
export async function enterWarehouse(
  stage: Pick<Stage, 'server' | 'browser'>,
  path: string,
  { size = DESKTOP, email = DEMO.moderator as string } = {},
): Promise<Scene> {
  const scene = await openScene(stage, `/login?redirect=${encodeURIComponent(path)}`, size);
  await signIn(scene.page, email);
  return scene;
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

/** The way of a user to a receipt, signed in; waits until it can be edited. */
export async function openReceipt(
  stage: Pick<Stage, 'server' | 'browser'>,
  id: number,
  as: { size?: typeof DESKTOP; email?: string } = {},
): Promise<Scene> {
  const scene = await enterWarehouse(stage, receiptPath(id), as);
  await saveButton(scene.page).waitFor();
  return scene;
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
export const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Добавить номенклатуру' });

/** Types what is looked for, as a user does. */
export async function seek(page: Page, text: string): Promise<void> {
  await searchBox(page).fill('');
  await searchBox(page).pressSequentially(text);
}

/** What the open list of the search offers, titles alone: a price stands below each. */
export async function offered(page: Page): Promise<string[]> {
  const words = await page.getByRole('option').allInnerTexts();
  return words.map(each => each.split('\n')[0] ?? '');
}

/** Adds what was found: its line is the last then. */
export const pick = (page: Page, title: string) =>
  page.getByRole('option').filter({ hasText: title }).first().click();

/** What the page has saved, or tried to. */
export const savesOf = ({ proxy }: Scene) => proxy.passages(RECEIPT).filter(({ method }) => method === 'PUT');

/** Until a document is there as a whole. */
export const isSummedUp = (page: Page) => page.getByRole('region', { name: 'Итоги документа' }).waitFor();
