import { seededRandom } from '#server/db/seed/random.ts';
import { counterOf } from '#tests/support/server-count.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { NemesisFigures } from '../figures.ts';
import { secondBuild } from './build-second.ts';
import { addressOf, type Client, closeClient, newFiles, openClient, openTab } from './client.ts';
import { type Office, openOffice } from './office.ts';
import { type Choices, prepare } from './our-outbox.ts';
import { type Plan, printPlan } from './plan.ts';
import { quiesce } from './quiesce.ts';
import { makeUp, runStep } from './steps.ts';
import type { DeviceEnd } from './verdict/end.ts';
import { judge } from './verdict/verdict.ts';
import { layWire, type Wire } from './wire/wire.ts';

export type RoundOutcome = { figures: NemesisFigures; findings: string[]; mishaps: string[]; plan: string };

/** One attack: the plan's devices before one office, trouble, healing, and what came of it. */
export async function runRound(plan: Plan): Promise<RoundOutcome> {
  const isUpgraded = plan.steps.some(step => step.act === 'upgrade');
  const [office] = await Promise.all([openOffice(), isUpgraded ? secondBuild() : null]);
  const clients: Client[] = [];
  try {
    const choices = await readChoices(office);
    for (const number of plan.clients.keys()) clients.push(await raiseClient(plan, office, choices, number));
    await attack(plan, clients);
    const devices = await Promise.all(clients.map(client => endOf(client, plan)));
    await Promise.all(clients.map(client => client.browser.kill()));
    const { figures, findings } = judge({ keyed: plan.keyed, devices, books: await office.books() });
    return { figures, findings, mishaps: clients.flatMap(client => client.mishaps), plan: printPlan(plan) };
  } finally {
    for (const client of clients) {
      await closeClient(client);
      await client.wire.close();
    }
    await office.close();
  }
}

async function readChoices(office: Office): Promise<Choices> {
  const { district, work } = await (await counterOf(office.origin, DEMO.promoter)).choices();
  return { district: { id: district.id, name: district.name }, work: { id: work.id, name: work.name } };
}

/** Signed in, with everything on the device, and with as many tabs as planned. */
async function raiseClient(plan: Plan, office: Office, choices: Choices, number: number): Promise<Client> {
  const { keyed, seed } = plan;
  const random = seededRandom(seed * 31 + number).next;
  const files = newFiles();
  const wire: Wire = await layWire({ target: office.origin, keyed, files, random, killServer: office.kill });
  const client = await openClient({ name: `Н${seed}-${number}`, number, wire, files, choices });
  const page = await client.browser.open(addressOf(client, '/login?redirect=/promo'));
  await prepare(page, client.users[0]);
  client.pages.push(page);
  const tabs = plan.clients[number]?.tabs ?? 1;
  for (let more = 1; more < tabs; more += 1) await openTab(client);
  return client;
}

async function attack(plan: Plan, clients: readonly Client[]): Promise<void> {
  const began = Date.now();
  for (const { wire } of clients) wire.trouble(plan.share);
  await Promise.all(
    clients.map(async (client, number) => {
      for (const step of plan.steps.filter(each => each.client === number)) {
        await runStep(client, plan, step, began);
      }
      await makeUp(client, plan, number);
    }),
  );
}

async function endOf(client: Client, { keyed }: Plan): Promise<DeviceEnd> {
  const { device, toEmptyMs } = await quiesce(client, keyed);
  const { name, deaths, wire } = client;
  const met = { ...wire.met() };
  for (const [fault, times] of Object.entries(client.met)) met[fault] = (met[fault] ?? 0) + times;
  return {
    ...{ name, deeds: client.deeds.all(), device, passages: wire.passages(), met, deaths, toEmptyMs },
    expiries: client.met.expire ?? 0,
  };
}
