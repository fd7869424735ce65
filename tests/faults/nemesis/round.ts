import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { seededRandom } from '#server/db/seed/random.ts';
import { counterOf } from '#tests/support/ask-server.ts';
import { type LaravelServer, openLaravel } from '#tests/support/laravel/listen.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { NemesisFigures } from '../figures.ts';
import { secondBuild } from './builds.ts';
import { addressOf, type Client, closeClient, inTime, newFiles, openClient, openTab } from './client.ts';
import { dispatchOnline, recover } from './disruptions.ts';
import { bringModule, type Choices, lookInPage, prepare, whoIsIn } from './in-page.ts';
import type { SeenDevice } from './page-outbox.ts';
import { type Plan, printPlan, type Step } from './plan.ts';
import { type FaultyProxy, openProxy } from './proxy/proxy.ts';
import { type KillableServer, openServer } from './server.ts';
import { isUserStep, runStep, saveInstead } from './steps.ts';
import { signInAs } from './users.ts';
import { type DeviceEnd, judge, openOf } from './verdict.ts';

export type RoundOutcome = {
  figures: NemesisFigures;
  findings: string[];
  failedSteps: string[];
  plan: string;
};

/** One attack: the plan's devices before one server, disruption, healing, and what came of it. */
export async function runRound(plan: Plan): Promise<RoundOutcome> {
  const isUpgraded = plan.steps.some(step => step.act === 'upgrade');
  const [server] = await Promise.all([openServer(), isUpgraded ? secondBuild() : null]);
  const clients: Client[] = [];
  let laravel: LaravelServer | null = null;
  try {
    if (plan.generation) laravel = await openLaravel(server, { generation: plan.generation });
    const front = { ...server, origin: laravel?.origin ?? server.origin };
    const choices = await readChoices(server);
    for (const number of plan.clients.keys()) clients.push(await raiseClient(plan, front, choices, number));
    await attack(plan, clients);
    const devices = await Promise.all(clients.map(client => endOf(client, plan)));
    await Promise.all(clients.map(client => client.browser.kill()));
    const { figures, findings } = judge({ keyed: plan.keyed, devices, data: await server.data() });
    return {
      figures,
      findings,
      failedSteps: clients.flatMap(client => client.failedSteps),
      plan: printPlan(plan),
    };
  } finally {
    for (const client of clients) {
      await closeClient(client);
      await client.proxy.close();
    }
    await laravel?.close();
    await server.close();
  }
}

async function readChoices(server: KillableServer): Promise<Choices> {
  const { district, work } = await (await counterOf(server.origin, DEMO.promoter)).choices();
  return { district: { id: district.id, name: district.name }, work: { id: work.id, name: work.name } };
}

/** Signed in, with everything on the device, and with as many tabs as planned. */
async function raiseClient(
  plan: Plan,
  server: KillableServer,
  choices: Choices,
  number: number,
): Promise<Client> {
  const { keyed, seed } = plan;
  const random = seededRandom(seed * 31 + number).next;
  const files = newFiles();
  const proxy: FaultyProxy = await openProxy({
    target: server.origin,
    keyed,
    files,
    random,
    killServer: server.kill,
  });
  const client = await openClient({
    name: `Н${seed}-${number}`,
    number,
    burst: plan.burst,
    proxy,
    files,
    choices,
  });
  const page = await client.browser.open(addressOf(client, '/login?redirect=/promo'));
  await prepare(page, client.users[0]);
  client.pages.push(page);
  const tabs = plan.clients[number]?.tabs ?? 1;
  for (let more = 1; more < tabs; more += 1) await openTab(client);
  return client;
}

async function attack(plan: Plan, clients: readonly Client[]): Promise<void> {
  const began = Date.now();
  for (const { proxy } of clients) proxy.setFaultShare(plan.share);
  await Promise.all(
    clients.map(async (client, number) => {
      const own = plan.steps.filter(each => each.client === number);
      const run = async (steps: readonly Step[]) => {
        for (const step of steps) await runStep(client, plan, step, began);
      };
      // Whoever saves does not wait for a disruption to be over: it comes in the middle.
      await Promise.all([run(own.filter(isUserStep)), run(own.filter(step => !isUserStep(step)))]);
      await saveInstead(client, plan, number);
    }),
  );
}

async function endOf(client: Client, { keyed }: Plan): Promise<DeviceEnd> {
  const { device, toEmptyMs } = await quiesce(client, keyed);
  const { name, killedAt, proxy } = client;
  const met = { ...proxy.met() };
  for (const [fault, times] of Object.entries(client.met)) met[fault] = (met[fault] ?? 0) + times;
  return {
    name,
    actions: client.actions,
    device,
    passages: proxy.passages(),
    met,
    killedAt,
    toEmptyMs,
    expiries: client.met.expire ?? 0,
  };
}

/** When nothing has left for so long, what waits is stuck. Without keys a lost create waits for two minutes ([S13]). */
const PATIENCE_MS = { keyed: 60_000, legacy: 170_000 };

const ASK_AGAIN_MS = 1000;

const RECOVERY_MS = 60_000;

/**
 * Everything is well again: the network, the tabs, the session. Then nothing is done but waiting, as each of this
 * device's users in turn; `toEmptyMs` is null if something never left.
 */
export async function quiesce(
  client: Client,
  keyed: boolean,
): Promise<{ device: SeenDevice; toEmptyMs: number | null }> {
  await inTime(recover(client), 'recovery', RECOVERY_MS);
  const began = Date.now();
  const patienceMs = keyed ? PATIENCE_MS.keyed : PATIENCE_MS.legacy;
  // A new one: an old tab may hang for ever in what was done to it.
  const page = await openTab(client);
  let emptyAt: number | null = null;
  for (const turn of [0, 1]) {
    const { subject, isOn } = await inTime(whoIsIn(page), 'who is in');
    const waiting = await waitingOf(page);
    const isNext = turn === 0 ? !isOn || subject === null : waiting.some(({ owner }) => owner !== subject);
    if (turn === 1 && isNext) client.users.reverse();
    if (isNext) await signInAs(client, page, client.users[0]);
    await dispatchOnline(client);
    if (await hasLeft(page, patienceMs)) emptyAt = Date.now();
  }
  const device = await inTime(lookInPage(page), 'the last look');
  const isEmpty = openOf(device.entries).length === 0;
  // Empty at the last look only: the last entries left between the looks.
  const lastAt = emptyAt ?? Date.now();
  return { device, toEmptyMs: isEmpty ? lastAt - began : null };
}

async function waitingOf(page: Page): Promise<SeenDevice['entries']> {
  await inTime(bringModule(page), 'the module');
  return openOf((await inTime(lookInPage(page), 'a look')).entries);
}

/** Waits until nothing of who is signed in waits, as long as it gets less. */
async function hasLeft(page: Page, patienceMs: number): Promise<boolean> {
  let fewest = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  for (; Date.now() - movedAt < patienceMs; await pause(ASK_AGAIN_MS)) {
    const { subject } = await inTime(whoIsIn(page), 'who is in');
    const waiting = (await waitingOf(page)).filter(({ owner }) => owner === subject).length;
    if (waiting === 0) return true;
    if (waiting < fewest) movedAt = Date.now();
    fewest = Math.min(fewest, waiting);
  }
  return false;
}
