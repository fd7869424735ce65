import { newId } from '#kit/ids.ts';
import { OUTBOX_DB_NAME } from '#storage/names.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { Command } from '#sync/entry.ts';
import { LIVE_STATES } from '#sync/live-entries.ts';
import { type Op, type Thing, thingOf } from './intents.ts';
import { ACCOUNTS } from './model-server.ts';
import { checkScreen } from './rules-of-screen.ts';
import type { Step } from './steps.ts';
import { drainInWorker, type Tab } from './tab.ts';
import {
  addTab,
  breakRule,
  flushStorage,
  killPhone,
  killTab,
  letHappen,
  passTime,
  portsFor,
  settle,
  type World,
} from './world.ts';

/** A rule was broken. */
export class RuleBroken extends Error {}

/** Plays a step, waits until nothing moves but what is on its way, and looks whether a rule was broken. */
export async function play(world: World, step: Step): Promise<void> {
  await act(world, step);
  await settle(world);
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
      return world.wire.order(step.fault, step.target, step.times);
    case 'doom':
      world.doom = { what: step.what, after: step.after, hasCome: false };
      return;
    case 'pass':
      return passTime(world, step.ms);
    case 'turn-clock':
      if (!world.keyed) world.wire.forgetLost();
      world.clockWasTurned = true;
      return world.time.turnClock(step.ms);
    case 'poison': {
      const thing = pick(world.intents.things, step.thing);
      if (thing) world.wire.poison(thing.marker);
      return;
    }
    default:
      return actOnPhone(world, step.do);
  }
}

type PhoneStep = 'sync' | 'open' | 'expire' | 'offline' | 'online' | 'flush' | 'crash-phone';

async function actOnPhone(world: World, what: PhoneStep): Promise<void> {
  switch (what) {
    case 'sync': {
      const ports = portsFor(world);
      launch(world, drainInWorker(ports), ports.life.isDead);
      return;
    }
    case 'open':
      if (world.tabs.length < 3) await addTab(world);
      return;
    case 'expire':
      return world.server.expireAll();
    case 'offline':
      return world.wire.setOnline(false);
    case 'online':
      return world.wire.setOnline(true);
    case 'flush':
      return flushStorage(world);
    case 'crash-phone':
      killPhone(world);
      await addTab(world);
  }
}

type TabStep = Extract<Step, { tab: number }>;

async function actInTab(world: World, tab: Tab, step: TabStep): Promise<void> {
  const run = (work: Promise<unknown>) => launch(world, work, tab.life.isDead);
  if (tab.life.isFrozen() && step.do !== 'thaw' && step.do !== 'close') return;
  switch (step.do) {
    case 'wake':
      return run(tab.runner.wake(step.trigger));
    case 'watch':
      return run(tab.runner.watch());
    case 'pull':
      return run(pull(world, tab));
    case 'drop-cache':
      hide(world);
      return run(tab.dropCache());
    case 'sign-out':
      hide(world);
      return run(session(world, tab, () => tab.session.signOut('keep')));
    case 'sign-in':
      return run(signIn(world, tab, step.user));
    case 'close':
      killTab(world, tab.life);
      if (world.tabs.length === 0) await addTab(world);
      return;
    case 'freeze':
      return tab.life.freeze();
    case 'thaw':
      return tab.life.thaw();
    default:
      return run(write(world, tab, step));
  }
}

/** Starts something that the user does not wait for. What fails in a live context is a fault of the engine. */
function launch(world: World, work: Promise<unknown>, isDead: () => boolean): void {
  work.catch(cause => {
    // The cache was dropped under a refresh: it is fetched again some day.
    if (isDead() || cause?.name === 'DatabaseClosedError') return;
    breakRule(world, 'S3', `failed: ${cause?.name} ${cause?.message} ${cause?.stack}`);
  });
}

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % Math.max(1, items.length)];
}

/** Only what the cache knew may be missing until it comes back. */
function hide({ intents }: World): void {
  for (const thing of intents.things) thing.mayBeHidden = true;
}

async function pull(world: World, tab: Tab): Promise<void> {
  const owner = tab.session.owner()?.userId;
  const hidden = world.intents.things.filter(thing => thing.userId === owner && thing.mayBeHidden);
  if (await tab.pull()) for (const thing of hidden) thing.mayBeHidden = false;
}

async function session(world: World, tab: Tab, work: () => Promise<unknown>): Promise<void> {
  const op: Op = { what: 'session', life: tab.life, id: '', thing: null, isKept: false };
  world.intents.ops.push(op);
  try {
    await work();
  } catch (cause) {
    // A sign-out that was in a hurry took the lock from another.
    if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause;
  }
  world.intents.ops = world.intents.ops.filter(each => each !== op);
}

/** Signs in, as a person does who knows that the network may be bad: what fails is tried again some day. */
export async function signIn(world: World, tab: Tab, user: number): Promise<void> {
  const account = pick(ACCOUNTS, user);
  if (!account) return;
  if (tab.session.lastOwner()?.userId !== account.id) hide(world);
  await session(world, tab, () => tab.session.signIn(account.email, account.password));
}

type Write = Exclude<
  TabStep,
  { do: 'wake' | 'watch' | 'pull' | 'drop-cache' | 'sign-out' | 'sign-in' | 'close' | 'freeze' | 'thaw' }
>;

async function write(world: World, tab: Tab, step: Write): Promise<void> {
  const owner = tab.session.lastOwner();
  if (!owner) return;
  switch (step.do) {
    case 'correct':
    case 'retry':
    case 'discard':
    case 'answer':
      return change(world, tab, owner.userId, step);
    case 'save':
      return enqueue(world, tab, 'create', null, contactCommand(world, owner.userId, step.twin));
    case 'save-on-full-disk':
      return saveOnFullDisk(world, tab, owner.userId, step.times);
    default: {
      const contacts = world.intents.things.filter(
        ({ noun, userId, isDeleted, isGivenUp }) =>
          noun === 'contact' && userId === owner.userId && !isDeleted && !isGivenUp,
      );
      const thing = pick(contacts, step.thing);
      if (thing) await enqueue(world, tab, step.do, thing, commandAbout(world, step.do, thing));
    }
  }
}

async function saveOnFullDisk(world: World, tab: Tab, userId: number, times: number): Promise<void> {
  hide(world);
  world.disk.fill(times);
  await enqueue(world, tab, 'create', null, contactCommand(world, userId, false));
  world.disk.fill(0);
}

const WORDS = { first_name: 'Анна', comment: '', phones: ['9990000001'] };

function contactCommand(world: World, userId: number, isTwin: boolean): Command {
  const contacts = world.intents.things.filter(thing => thing.noun === 'contact' && thing.userId === userId);
  const twin = isTwin ? contacts.at(-1) : undefined;
  const last_name = twin?.marker ?? nextName(world, 'К');
  return { id: newId(), kind: 'contact.create', payload: { ...WORDS, last_name } };
}

function nextName(world: World, letter: string): string {
  world.names += 1;
  return `${letter}${world.names}.`;
}

function commandAbout(world: World, what: 'edit' | 'delete' | 'order', thing: Thing): Command {
  const { key: contact, marker: last_name } = thing;
  if (what === 'delete')
    return { id: newId(), kind: 'contact.delete', payload: { contact, name: last_name } };
  if (what === 'edit') {
    const payload = { ...WORDS, last_name, contact, comment: nextName(world, 'п') };
    return { id: newId(), kind: 'contact.update', payload };
  }
  const named = { id: 1, name: 'Ноутбук' };
  const payload = {
    ...{
      type: 'point',
      contact,
      contact_name: last_name,
      phones: WORDS.phones,
      district: named,
      work: named,
    },
    ...{ broken: nextName(world, 'З'), street: 'Лесная', house: '5', korp: '', flat: '' },
  };
  return { id: newId(), kind: 'order.create', payload };
}

async function enqueue(
  world: World,
  tab: Tab,
  what: Op['what'],
  thing: Thing | null,
  command: Command,
): Promise<void> {
  const owner = tab.session.lastOwner();
  if (!owner) return;
  const op: Op = { what, life: tab.life, id: command.id, thing, isKept: false };
  world.intents.ops.push(op);
  const saved = await tab.outbox.enqueue(owner, command);
  world.intents.ops = world.intents.ops.filter(each => each !== op);
  if (saved.ok && !op.isKept)
    breakRule(world, 'S3', `${command.kind} was called saved, but is not on the disk`);
}

async function change(
  world: World,
  tab: Tab,
  userId: number,
  step: Extract<Write, { entry: number }>,
): Promise<void> {
  const entries = world.disk.rows<Entry>(OUTBOX_DB_NAME, 'entries');
  const own = entries.filter(entry => entry.owner.userId === userId && LIVE_STATES.includes(entry.state));
  const open = own.filter(entry => fits(step.do, entry));
  const entry = pick(open, step.entry);
  if (!entry) return;
  const op: Op = { what: step.do, life: tab.life, id: entry.id, thing: null, isKept: false };
  op.thing = step.do === 'answer' ? thingOf(world.intents, entry) : null;
  world.intents.ops.push(op);
  await decide(world, tab, entry, step);
  world.intents.ops = world.intents.ops.filter(each => each !== op);
}

function fits(what: 'correct' | 'retry' | 'discard' | 'answer', { state, question }: Entry): boolean {
  if (what === 'discard') return true;
  return what === 'answer' ? question !== null : state === 'rejected';
}

async function decide(world: World, tab: Tab, entry: Entry, step: Extract<Write, { entry: number }>) {
  if (step.do === 'discard') return tab.outbox.discard(entry.id);
  if (step.do === 'retry') return tab.outbox.retry(entry.id);
  if (step.do === 'answer') return tab.outbox.answer(entry.id, step.arrived ? 'arrived' : 'send-again');
  const payload = entry.payload as Record<string, unknown>;
  if (!('comment' in payload)) return tab.outbox.retry(entry.id);
  return tab.outbox.correct(entry.id, { ...payload, comment: nextName(world, 'п') });
}

export { letHappen };
