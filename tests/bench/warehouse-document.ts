import * as v from 'valibot';
import { normalise } from '#contract/normalise.ts';
import { getReceipt, listReceipts, type Receipt, saveReceipt } from '#contract/warehouse.ts';
import { obtain, ZONE } from '#tests/support/ask-server.ts';
import { DEMO } from '#tests/support/sign-in.ts';

/** As many lines as a delivery of a whole shop has. */
export const LINES = 2_000;

type Answer = { text: string; ms: number };

/** Receipts on the server, read and saved beside the page with a token of its own. */
export type Warehouse = {
  read: (id: number) => Promise<Answer & { receipt: Receipt }>;
  /** Replaces the version that it was made from. */
  save: (receipt: Receipt) => Promise<Answer & { sent: string; receipt: Receipt }>;
  /** The receipt of that many lines. */
  id: number;
  /** Another one, of a few lines. */
  shortId: number;
};

/** Makes one of the demo's receipts as long as that by the call that everybody saves with. */
export async function growReceipt(origin: string): Promise<Warehouse> {
  const authorization = `Bearer ${await obtain(origin, DEMO.moderator)}`;
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { ...init.headers, authorization, 'content-type': 'application/json' };
    const began = performance.now();
    const answer = await fetch(`${origin}${path}`, { ...init, headers });
    const text = await answer.text();
    const ms = performance.now() - began;
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return { text, ms };
  };
  const at = ({ path }: { path: string }, id: number) => path.replace(':id', String(id));
  const receiptIn = ({ text }: Answer) =>
    v.parse(getReceipt.reply, normalise(getReceipt.reply, JSON.parse(text), ZONE));
  const read = async (id: number) => {
    const answer = await ask(at(getReceipt, id));
    return { ...answer, receipt: receiptIn(answer) };
  };
  const save = async (receipt: Receipt) => {
    const { version, updated_at: _, updated_by: __, ...content } = receipt;
    const sent = JSON.stringify(content);
    const headers = { 'If-Match': `"${version}"` };
    const answer = await ask(at(saveReceipt, receipt.id), {
      method: saveReceipt.method,
      headers,
      body: sent,
    });
    return { ...answer, sent, receipt: receiptIn(answer) };
  };
  const { longest, short } = await findReceipts(ask, read);
  await save({ ...longest, description: '', nomenclature: linesLike(longest) });
  return { read, save, id: longest.id, shortId: short.id };
}

/** The one with the most lines, and one with no more than are in sight. */
async function findReceipts(ask: (path: string) => Promise<Answer>, read: Warehouse['read']) {
  const { text } = await ask(listReceipts.path);
  const { data } = v.parse(listReceipts.reply, normalise(listReceipts.reply, JSON.parse(text), ZONE));
  const all = await Promise.all(data.map(async row => (await read(row.id)).receipt));
  const [short, ...others] = all.sort((one, other) => one.nomenclature.length - other.nomenclature.length);
  const longest = others.at(-1);
  if (!short || !longest) throw new Error('The firm has no two receipts');
  return { short, longest };
}

/** The lines of the document over and over, no two alike. */
function linesLike({ nomenclature }: Receipt): Receipt['nomenclature'] {
  return Array.from({ length: LINES }, (_, at) => {
    const like = nomenclature[at % nomenclature.length];
    if (!like) throw new Error('The longest receipt has no lines');
    return {
      ...like,
      id: at < nomenclature.length ? like.id : null,
      ...{ count: 1 + ((at * 37) % 90), discount: at % 10, tax: (at >> 2) % 10 },
    };
  });
}
