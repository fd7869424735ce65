import { setTimeout as pause } from 'node:timers/promises';
import { type Client, count } from './client.ts';
import { SAVES } from './our-outbox.ts';
import { type Plan, type Step, WORK, type Work } from './plan.ts';
import { TROUBLE_STEPS } from './troubles.ts';
import { work } from './work.ts';

/** Waits for the step's moment, unless that is over, and does it. What cannot be done is a mishap, told at the end. */
export async function runStep(client: Client, plan: Plan, step: Step, began: number): Promise<void> {
  const ahead = began + step.at - Date.now();
  if (ahead > 0) await pause(ahead);
  try {
    if (step.act === 'spoil') return client.wire.spoil(SAVES, step.fault);
    if (isWork(step.act)) return await work(client, step.act, step.pick);
    const isMet = await TROUBLE_STEPS[step.act](client, step.pick, plan);
    if (isMet) count(client, step.act);
  } catch (cause) {
    client.mishaps.push(`${client.name} at ${step.at} ms, ${step.act}: ${String(cause).split('\n')[0]}`);
  }
}

function isWork(act: string): act is Work {
  return (WORK as readonly string[]).includes(act);
}
