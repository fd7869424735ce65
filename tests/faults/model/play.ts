import { SECOND_MS } from '#kit/clock.ts';
import { LEASE_MS } from '#sync/lease.ts';
import { hide, pick, type UserAction } from './expected.ts';
import { ACCOUNTS } from './model-server.ts';
import { checkScreen } from './screen-rules.ts';
import type { Step } from './steps.ts';
import { drainInWorker, type Tab } from './tab.ts';
import {
  addTab,
  breakRule,
  flushStorage,
  killPhone,
  killTab,
  passTime,
  portsFor,
  settle,
  type World,
} from './world.ts';
import { write } from './writes.ts';

/** A rule was broken. */
export class RuleBroken extends Error {}

/** Plays a step, waits until nothing moves but what is on its way, and looks whether a rule was broken. */
export async function play(world: World, step: Step): Promise<void> {
  await act(world, step);
  await settle(world);
  world.disk.fill(0);
  await assertUnbroken(world);
}

/** Ends the run if a rule was broken; looks at the screens as well. */
export async function assertUnbroken(world: World): Promise<void> {
  if (world.broken.length === 0) await checkScreen(world);
  const [first] = world.broken;
  if (first) throw new RuleBroken(first);
}

async function act(world: World, step: Step): Promise<void> {
  if ('tab' in step) {
    const tab = world.tabs[step.tab % Math.max(1, world.tabs.length)];
    if (tab) await actInTab(world, tab, step);
    return;
  }
  switch (step.do) {
    case 'happen':
      for (const pick of step.picks) {
        world.schedule.step(pick);
        await settle(world);
      }
      return;
    case 'fault':
      return world.network.order(step.fault, step.target, step.times);
    case 'plannedKill':
      world.plannedKill = { what: step.what, after: step.after, hasCome: false };
      return;
    case 'pass':
      return passTime(world, step.ms);
    case 'turn-clock':
      if (!world.keyed) world.network.forgetLost();
      world.clockWasTurned = true;
      return world.time.turnClock(step.ms);
    case 'poison': {
      const thing = pick(world.expected.records, step.thing);
      if (thing) world.network.poison(thing.marker);
      return;
    }
    default:
      return actOnPhone(world, step.do);
  }
}

type PhoneStep = 'take-over' | 'sync' | 'open' | 'expire' | 'offline' | 'online' | 'flush' | 'crash-phone';

async function actOnPhone(world: World, what: PhoneStep): Promise<void> {
  switch (what) {
    case 'sync': {
      const ports = portsFor(world);
      launch(world, unlessStolen(drainInWorker(ports)), ports.browserContext.isDead);
      return;
    }
    case 'take-over':
      await takeOver(world);
      return;
    case 'open':
      if (world.tabs.length < 3) await addTab(world);
      return;
    case 'expire':
      return world.server.expireAll();
    case 'offline':
      return world.network.setOnline(false);
    case 'online':
      return world.network.setOnline(true);
    case 'flush':
      return flushStorage(world);
    case 'crash-phone':
      killPhone(world);
      await addTab(world);
  }
}

async function takeOver(world: World): Promise<void> {
  world.locks.holderOf('drain')?.freeze();
  if (world.tabs.every(({ browserContext }) => browserContext.isFrozen())) await addTab(world);
  await passTime(world, LEASE_MS + SECOND_MS);
  const awake = world.tabs.find(({ browserContext }) => !browserContext.isFrozen());
  if (awake) launch(world, awake.runner.watch(), awake.browserContext.isDead);
}

type TabStep = Extract<Step, { tab: number }>;

async function actInTab(world: World, tab: Tab, step: TabStep): Promise<void> {
  const run = (work: Promise<unknown>) => launch(world, work, tab.browserContext.isDead);
  if (tab.browserContext.isFrozen() && step.do !== 'thaw' && step.do !== 'close') return;
  switch (step.do) {
    case 'wake':
      return run(tab.runner.wake(step.trigger));
    case 'watch':
      return run(tab.runner.watch());
    case 'pull':
      return run(pull(world, tab));
    case 'drop-cache':
      hide(world.expected);
      return run(tab.dropCache());
    case 'sign-out':
      hide(world.expected);
      return run(session(world, tab, () => tab.session.signOut('keep')));
    case 'sign-in':
      return run(signIn(world, tab, step.user));
    case 'close':
      killTab(world, tab.browserContext);
      if (world.tabs.length === 0) await addTab(world);
      return;
    case 'freeze':
      return tab.browserContext.freeze();
    case 'thaw':
      return tab.browserContext.thaw();
    default:
      return run(write(world, tab, step));
  }
}

/** Starts something that the user does not wait for. What fails in a live context is a fault of the outbox. */
function launch(world: World, work: Promise<unknown>, isDead: () => boolean): void {
  work.catch(cause => {
    // The cache was dropped under a refresh: it is fetched again some day.
    if (isDead() || cause?.name === 'DatabaseClosedError') return;
    breakRule(world, 'S3', `failed: ${cause?.name} ${cause?.message} ${cause?.stack}`);
  });
}

async function pull(world: World, tab: Tab): Promise<void> {
  const owner = tab.session.owner()?.userId;
  const hidden = world.expected.records.filter(thing => thing.userId === owner && thing.mayBeHidden);
  if (await tab.pull()) for (const thing of hidden) thing.mayBeHidden = false;
}

/** A worker whose lock was taken fails its event; the browser comes back with another. */
function unlessStolen(work: Promise<unknown>): Promise<unknown> {
  return work.catch(cause => {
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
  });
}

async function session(world: World, tab: Tab, work: () => Promise<unknown>): Promise<void> {
  const op: UserAction = {
    what: 'session',
    browserContext: tab.browserContext,
    id: '',
    thing: null,
    isKept: false,
  };
  world.expected.actions.push(op);
  // A sign-out that was in a hurry took the lock from another.
  await unlessStolen(work());
  world.expected.actions = world.expected.actions.filter(each => each !== op);
}

/** Signs in, as a person does who knows that the network may be bad: what fails is tried again some day. */
export async function signIn(world: World, tab: Tab, user: number): Promise<void> {
  const account = pick(ACCOUNTS, user);
  if (!account) return;
  if (tab.session.lastOwner()?.userId !== account.id) hide(world.expected);
  await session(world, tab, () => tab.session.signIn(account.email, account.password));
}
