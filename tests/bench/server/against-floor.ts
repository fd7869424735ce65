/** The server against its floor (floor/main.ts): slices of the same load by turns in one run, and the ratio of the medians. */
import * as v from 'valibot';
import { collectRuns, type Figure, ratio } from '../figures.ts';
import type { Engine } from './engine.ts';
import { type Context, PARTS, type Part } from './parts.ts';
import * as requests from './requests.ts';
import { judgeAnswers, judgeCount, type Run } from './run-parts.ts';
import { type Call, sendLoad } from './send-load.ts';
import { type Counted, openBesideFloor, type Setup } from './setup.ts';

const SLICES = 6;
const WARM_UP_S = 2;

/** What is compared, and the least ratio. Without compression, which the floor has not. */
const COMPARED: Readonly<Record<string, number>> = {
  contacts: 0.7,
  'book-plain': 0.7,
  'book-unchanged': 0.7,
  'send-order': 0.6,
  'save-contact': 0.6,
};

export const COMPARED_PARTS = Object.keys(COMPARED);

/** Answers a second, the median of the slices; `least` is the ratio that was asked for. */
export type Compared = {
  title: string;
  product: Figure;
  floor: Figure;
  ratio: number;
  least: number;
  met: boolean;
};

/** `floorRatios` by part. */
export type AgainstFloor = { floorRatios: Record<string, Compared>; counted: Counted };

export async function runAgainstFloor(
  engine: Engine,
  only: readonly string[],
  seconds: number,
): Promise<Pick<Run, 'wrong' | 'found'>> {
  const { product, floor, close } = await openBesideFloor(engine);
  const wrong = await compareAnswers(product.context, floor.context);
  const floorRatios: Record<string, Compared> = {};
  for (const name of only) {
    const part = PARTS[name];
    const least = COMPARED[name];
    if (!part || least === undefined) continue;
    const { compared, bad } = await compare(product, floor, { part, least, seconds });
    floorRatios[name] = compared;
    wrong.push(...bad.map(each => `${name}: ${each}`));
    const { product: ours, floor: theirs, ratio: found, met } = compared;
    console.log(
      `${name.padEnd(16)} ${found} of the floor, ≥ ${least}: ${met ? 'met' : 'MISSED'}   ${ours.median}/s (${ours.min} … ${ours.max}) against ${theirs.median}/s (${theirs.min} … ${theirs.max})`,
    );
  }
  const counted = await close();
  return { found: { floorRatios, counted }, wrong: [...wrong, ...judgeCount(counted)] };
}

type Side = Omit<Setup, 'close'>;

async function compare(
  product: Side,
  floor: Side,
  { part, least, seconds }: { part: Part; least: number; seconds: number },
): Promise<{ compared: Compared; bad: string[] }> {
  const runs = collectRuns();
  const bad: string[] = [];
  const sides = [];
  for (const [name, { server, context }] of [['product', product] as const, ['floor', floor] as const]) {
    const load = {
      origins: server.origins,
      connections: part.connections,
      next: await part.prepare(context),
    };
    await sendLoad({ ...load, seconds: WARM_UP_S });
    sides.push({ name, load });
  }
  for (let slice = 0; slice < SLICES; slice += 1) {
    // Each is first as often as second.
    for (const { name, load } of slice % 2 ? [...sides].reverse() : sides) {
      const measured = await sendLoad({ ...load, seconds });
      bad.push(...judgeAnswers(name, measured));
      runs.add(name, measured.perSecond);
    }
  }
  const figures = runs.figures();
  const { product: ours, floor: theirs } = figures;
  if (!ours || !theirs) throw new Error('nothing was measured');
  const found = ratio(figures, 'product', 'floor');
  const compared = {
    title: part.title,
    product: ours,
    floor: theirs,
    ratio: found,
    least,
    met: found >= least,
  };
  return { compared, bad };
}

/** Both must tell the same: word for word what is read, and with the same fields what is made. */
async function compareAnswers(product: Context, floor: Context): Promise<string[]> {
  const { accounts } = product;
  const wrong: string[] = [];
  for (const account of accounts.promoters.slice(0, 5)) {
    for (const call of [requests.plainContactPage(account), requests.plainBook(account)]) {
      const [ours, theirs] = [await textOf(product.origin, call), await textOf(floor.origin, call)];
      if (asJson(ours) !== asJson(theirs.replaceAll(floor.origin, product.origin)))
        wrong.push(`${call.path} of the floor is another`);
    }
    const order = () => requests.newOrder(account, accounts);
    const contact = () => requests.newContact(account);
    for (const [ledger, make] of [['orders', order] as const, ['contacts', contact] as const]) {
      const [ours, theirs] = [
        await textOf(product.origin, requests.counted(product[ledger], make())),
        await textOf(floor.origin, requests.counted(floor[ledger], make())),
      ];
      if (shapeOf(ours) !== shapeOf(theirs)) wrong.push(`${make().path} of the floor has other fields`);
    }
  }
  return wrong;
}

async function textOf(origin: string, { method, path, headers, body, heard }: Call): Promise<string> {
  const answer = await fetch(origin + path, { method, headers, body: body ?? null });
  const text = await answer.text();
  heard?.(answer.status, text);
  return text;
}

/** Spaces between its parts are not compared. */
const asJson = (text: string) => JSON.stringify(JSON.parse(text));
const Fields = v.record(v.string(), v.unknown());
const shapeOf = (text: string) =>
  Object.entries(v.parse(Fields, JSON.parse(text)))
    .map(([name, value]) => `${name}: ${typeof value}`)
    .join();
