import { type Boundary, type BrowserContext, createContext } from './browser-context.ts';
import { createDisk, type Disk } from './disk.ts';
import { watchDisk } from './disk-rules.ts';
import type { Expected } from './expected.ts';
import { createServer, type ModelServer } from './model-server.ts';
import { createNetwork, type ModelNetwork } from './network.ts';
import { watchNetwork } from './network-rules.ts';
import { createLocks, createSchedule, type Locks, type Schedule, turn } from './schedule.ts';
import { closeDatabases, openTab, type Ports, type Tab } from './tab.ts';
import { createTime, type VirtualTime } from './virtual-time.ts';

/** What can befall a context at a boundary. */
export type PlannedKill = 'tab' | 'phone' | 'freeze';

/** One phone, its contexts, the network and the server, and everything that is known of what they did. */
export type World = {
  keyed: boolean;
  /** The app's configuration says so. */
  saysKeyed: boolean;
  time: VirtualTime;
  disk: Disk;
  schedule: Schedule;
  locks: Locks;
  server: ModelServer;
  network: ModelNetwork;
  /** Local storage, and what of it has reached the disk. */
  storage: { values: Map<string, string>; onDisk: Map<string, string> };
  tabs: Tab[];
  /** All contexts that ever were, workers too. */
  browserContexts: BrowserContext[];
  expected: Expected;
  /** Rules that were broken, in the order in which it was seen. */
  broken: string[];
  /** What happens at the boundary that comes after so many others. */
  plannedKill: { what: PlannedKill; after: number; hasCome: boolean } | null;
  boundaries: number;
  /** The phone's clock was turned: it does not measure the settle time any more. */
  clockWasTurned: boolean;
  random: () => number;
  names: number;
};

/** [S11] and the like are said once a rule is broken; the run ends at its next look. */
export function breakRule(world: World, rule: string, message: string): void {
  world.broken.push(`[${rule}] ${message}`);
}

/** A world in which nothing has happened yet. */
export function createWorld({
  keyed,
  saysKeyed,
  random,
}: Pick<World, 'keyed' | 'saysKeyed' | 'random'>): World {
  const time = createTime();
  const schedule = createSchedule();
  const server = createServer({ keyed, now: time.real });
  const world = {
    keyed,
    saysKeyed,
    time,
    schedule,
    server,
    random,
    locks: createLocks(schedule),
    tabs: [],
    browserContexts: [],
    storage: { values: new Map<string, string>(), onDisk: new Map<string, string>() },
    expected: { records: [], actions: [], kept: 0, discarded: new Set<string>() },
    broken: [],
    plannedKill: null,
    boundaries: 0,
    clockWasTurned: false,
    names: 0,
  } as unknown as World; // disk and network follow: their rules look at the world
  world.disk = createDisk(watchDisk(world));
  const hooks = watchNetwork(world);
  world.network = createNetwork({ keyed, server, schedule, now: time.real, hooks });
  return world;
}

/** Waits until nothing moves any more but what the schedule holds. */
export async function settle(world: World): Promise<void> {
  const { disk, network } = world;
  for (let quiet = 0; quiet < 4; quiet += 1) {
    const before = disk.activity();
    await turn();
    if (disk.busy() > 0 || network.isBusy() || disk.activity() > before) quiet = -1;
  }
}

/** What a new context finds. */
export function portsFor(world: World): Ports {
  world.names += 1;
  const browserContext = createContext(`${world.names}`, (crossing, boundary) =>
    cross(world, crossing, boundary),
  );
  world.browserContexts.push(browserContext);
  const { values } = world.storage;
  return {
    browserContext,
    time: world.time,
    random: world.random,
    saysKeyed: world.saysKeyed,
    factory: world.disk.factoryOf(browserContext),
    storage: {
      getItem: key => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: key => void values.delete(key),
    },
    fetch: world.network.fetchOf(browserContext),
    withLock: world.locks.of(browserContext),
    busy: world.network.busy,
  };
}

/** Opens a tab and waits until it is usable; null if it did not live to see that. */
export async function addTab(world: World): Promise<Tab | null> {
  const ports = portsFor(world);
  let opened: Tab | null = null;
  void openTab(ports).then(tab => {
    opened = tab;
    if (!tab.browserContext.isDead()) world.tabs.push(tab);
  });
  await settle(world);
  return opened;
}

/** Ends a tab at once. What it had not written is gone. */
export function killTab(world: World, browserContext: BrowserContext): void {
  browserContext.die();
  world.tabs = world.tabs.filter(tab => tab.browserContext !== browserContext);
  world.expected.actions = world.expected.actions.filter(op => op.browserContext !== browserContext);
}

/** The phone dies: all tabs at once, and what local storage had not brought to the disk yet. */
export function killPhone(world: World): void {
  for (const { browserContext } of world.tabs) killTab(world, browserContext);
  world.storage.values.clear();
  for (const [key, value] of world.storage.onDisk) world.storage.values.set(key, value);
}

/** Lets the browser bring local storage to the disk, as it does now and then. */
export function flushStorage({ storage }: World): void {
  storage.onDisk = new Map(storage.values);
}

function cross(world: World, browserContext: BrowserContext, _boundary: Boundary): void {
  world.boundaries += 1;
  const { plannedKill } = world;
  if (!plannedKill || plannedKill.hasCome) return;
  plannedKill.after -= 1;
  if (plannedKill.after >= 0) return;
  plannedKill.hasCome = true;
  if (plannedKill.what === 'freeze') browserContext.freeze();
  else killTab(world, browserContext);
  if (plannedKill.what === 'phone') killPhone(world);
}

/** Lets time pass; what was lost longer ago than it can survive does not turn up any more. `meanwhile`: what else goes on. */
export async function passTime(world: World, ms: number, meanwhile = settle): Promise<void> {
  if (!world.keyed) world.network.forgetLost();
  await world.time.pass(ms, () => meanwhile(world));
  await meanwhile(world);
  flushStorage(world);
}

/** Lets everything that is on its way happen, oldest first, up to so many steps. */
export async function runUntilIdle(world: World, most = 400): Promise<void> {
  await settle(world);
  for (let steps = 0; steps < most && world.schedule.size() > 0 && world.broken.length === 0; steps += 1) {
    world.schedule.step(0);
    await settle(world);
  }
}

/** The end of a world: whatever still waits in it never goes on. */
export function endWorld(world: World): void {
  killPhone(world);
  closeDatabases();
}
