import { setTimeout as pause } from 'node:timers/promises';
import { type Client, count, inTime } from './client.ts';
import { DISRUPTION_STEPS, dispatchOnline, someTab } from './disruptions.ts';
import { SAVES } from './in-page.ts';
import {
  type Disruption,
  isDisruption,
  type Plan,
  type Recovery,
  recoveryOf,
  type Step,
  USER_ACTIONS,
  type UserAction,
} from './plan.ts';
import type { ProxyFault } from './proxy/faults.ts';
import { saveContact, takeUserAction } from './user-actions.ts';
import { stayIn } from './users.ts';

/** What a user would have saved so long ago is left out: the disruptions take the time they take. */
const OVERDUE_MS = 1500;

/**
 * How long a fault that was ordered may take to be met: the server may just be dead, and its answers need one; a
 * request that is held keeps a pass for half a minute, and more than one may be.
 */
const MAKE_UP_MS = 150_000;

/** How long one thing saved for it may take to leave: an app waits a moment after its network came back. */
const LEAVE_MS = 5000;
const ASK_AGAIN_MS = 50;

/** A tab that was torn away in the middle of a step may never answer. */
const ACT_MS = 90_000;

/** Waits for the step's moment, unless that is over, and does it. */
export async function runStep(client: Client, plan: Plan, step: Step, began: number): Promise<void> {
  const ahead = began + step.at - Date.now();
  if (ahead > 0) await pause(ahead);
  if (step.act === 'spoil') return client.proxy.spoil(SAVES, step.fault);
  if (!isWork(step.act)) return disrupt(client, plan, step.act, step.pick);
  const { act, pick } = step;
  if (ahead > -OVERDUE_MS) await orFailedStep(client, act, () => takeUserAction(client, act, pick));
}

/**
 * What was ordered and could not be met (no tab was open to freeze, nothing was saved after a fault was ordered) is
 * made up for, before everything is healed.
 */
export async function saveInstead(client: Client, plan: Plan, number: number): Promise<void> {
  await client.proxy.goOnline();
  await orFailedStep(client, 'sign-in', async () => stayIn(client, await someTab(client)));
  for (const step of plan.steps.filter(each => each.client === number)) {
    if (step.act === 'spoil')
      await orFailedStep(client, step.fault, () => makeUpFault(client, step.fault), MAKE_UP_MS + ACT_MS);
    else if (isDisruption(step.act)) await disruptAndRecover(client, plan, step.act, step.pick);
  }
}

async function disruptAndRecover(client: Client, plan: Plan, act: Disruption, pick: number): Promise<void> {
  if ((client.met[act] ?? 0) > 0) return;
  await someTab(client);
  await disrupt(client, plan, act, pick);
  const recovery = recoveryOf(act);
  if (recovery) await disrupt(client, plan, recovery, pick);
}

async function makeUpFault(client: Client, fault: ProxyFault): Promise<void> {
  const { proxy } = client;
  const isMet = () => (proxy.met()[fault] ?? 0) > 0;
  for (const end = Date.now() + MAKE_UP_MS; !isMet(); ) {
    if (Date.now() > end)
      throw new Error(`met by nothing that was sent; ordered: ${proxy.ordered().join(', ')}`);
    if (!proxy.ordered().includes(fault)) proxy.spoil(SAVES, fault);
    const page = await someTab(client);
    await stayIn(client, page);
    await saveContact(client, page);
    // What is saved does not end a back-off, which may take minutes by now; a network that comes back does.
    await dispatchOnline(client);
    for (const until = Date.now() + LEAVE_MS; !isMet() && Date.now() < until; ) await pause(ASK_AGAIN_MS);
  }
}

async function disrupt(client: Client, plan: Plan, act: Disruption | Recovery, pick: number): Promise<void> {
  await orFailedStep(client, act, async () => {
    if (await DISRUPTION_STEPS[act](client, pick, plan)) count(client, act);
  });
}

/** What cannot be done (a screen that does not come on a busy machine) is noted, and printed at the end. */
async function orFailedStep(
  client: Client,
  act: string,
  doIt: () => Promise<void>,
  limitMs = ACT_MS,
): Promise<void> {
  const began = Date.now();
  try {
    await inTime(doIt(), act, limitMs);
  } catch (cause) {
    const [reason] = String(cause).split('\n');
    client.failedSteps.push(`${client.name}, ${act}, after ${Date.now() - began} ms: ${reason}`);
  }
}

/** Whether the user does it, and not somebody to the user. */
export function isUserStep({ act }: Step): boolean {
  return isWork(act);
}

function isWork(act: string): act is UserAction {
  return (USER_ACTIONS as readonly string[]).includes(act);
}
