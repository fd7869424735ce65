/** The attack on the outbox in one process: plain functions, for the tests and the soak. */
import 'fake-indexeddb/auto';
import 'axios';
import Dexie from 'dexie';
import fc from 'fast-check';
import { AUTH_STORAGE_KEY, type AuthState } from '#api/auth-state.ts';
import { newId } from '#kit/ids.ts';
import { addFaults, type ModelFigures, NO_MODEL } from '#tests/faults/figures.ts';
import { stories } from './commands.ts';
import { crashed, SCRIPTS } from './crash-points.ts';
import { endFaultsAndCheck } from './end-rules.ts';
import { newExpectedRecord } from './expected.ts';
import { play } from './play.ts';
import type { Step } from './steps.ts';
import { underVirtualTimers, type VirtualTime } from './virtual-time.ts';
import { addTab, createWorld, endWorld, flushStorage, runUntilIdle, type World } from './world.ts';

/** A rule that was broken, and how to see it again: by seed and path, or by the story, which is as short as it gets. */
export type Finding = {
  rule: string;
  message: string;
  keyed: boolean;
  seed: number;
  path: string;
  randomness: number;
  story: Step[];
};

export type Attack = { figures: ModelFigures; finding: Finding | null };

/** `shrinks` false: the first finding is told as it was met, at once. */
export type AttackOptions = { seed: number; runs: number; keyed?: boolean; path?: string; shrinks?: boolean };

/** Plays so many random stories; ends with the first that breaks a rule. */
export async function attack({
  seed,
  runs,
  keyed = true,
  path,
  shrinks = true,
}: AttackOptions): Promise<Attack> {
  const figures: ModelFigures = { ...NO_MODEL };
  const stage: Stage = { time: null };
  const story = fc.asyncProperty(fc.nat(), stories, async (randomness, commands) => {
    figures.runs += 1;
    const script = [...commands];
    figures.steps += script.length;
    const world = await begin(stage, keyed, randomness);
    try {
      await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
      await endFaultsAndCheck(world);
    } finally {
      endWorld(world);
      figures.faults = addFaults(figures.faults, world.network.counts);
      figures.entries += world.expected.kept;
    }
  });
  const received = await underVirtualTimers(
    () => stage.time,
    () => fc.check(story, { seed, numRuns: runs, endOnFailure: !shrinks, ...(path ? { path } : {}) }),
  );
  if (!received.failed) return { figures, finding: null };
  const randomness = received.counterexample?.[0] ?? 0;
  const commands = (received.counterexample?.[1] ?? []) as Iterable<unknown>;
  const steps = [...commands].map(command => JSON.parse(String(command)) as Step); // as commands.ts prints them
  const broken =
    received.errorInstance instanceof Error
      ? received.errorInstance
      : new Error(String(received.errorInstance));
  return {
    figures,
    finding: findingOf(broken, {
      keyed,
      seed,
      path: received.counterexamplePath ?? '',
      randomness,
      story: steps,
    }),
  };
}

/** Plays one story that somebody wrote down; unless `heals` is false, all is healed, sent and judged at its end. */
export async function playStory(given: {
  keyed?: boolean;
  randomness?: number;
  heals?: boolean;
  story: readonly Step[];
}): Promise<World> {
  const stage: Stage = { time: null };
  const { keyed = true, randomness = 0, story } = given;
  return underVirtualTimers(
    () => stage.time,
    async () => {
      const world = await begin(stage, keyed, randomness);
      try {
        for (const step of story) await play(world, step);
        if (given.heals !== false) await endFaultsAndCheck(world);
        return world;
      } finally {
        endWorld(world);
      }
    },
  );
}

/**
 * Plays each script again and again: the phone dies at its first boundary, at its second, and so on, until a script
 * ends before that. A backend without keys gets only the scripts to which that matters. Ends with the first crash after which a rule is broken.
 */
export async function sweepCrashPoints({ keyed }: { keyed: boolean }): Promise<Attack> {
  const figures: ModelFigures = { ...NO_MODEL };
  for (const script of SCRIPTS.filter(({ dependsOnKeys }) => keyed || dependsOnKeys)) {
    for (let after = 0, hasCrashed = true; hasCrashed; after += 1) {
      const story = crashed(script, after % 3 === 2 ? 'tab' : 'phone', after);
      const seen = await replay({ keyed, story }, figures);
      if (seen.finding) return { figures, finding: seen.finding };
      hasCrashed = seen.hasCrashed;
    }
  }
  return { figures, finding: null };
}

async function replay(
  given: { keyed: boolean; story: Step[] },
  figures: ModelFigures,
): Promise<{ hasCrashed: boolean; finding: Finding | null }> {
  figures.runs += 1;
  figures.steps += given.story.length;
  try {
    const world = await playStory(given);
    const hasCrashed = world.plannedKill?.hasCome === true;
    if (hasCrashed) figures.crashPoints += 1;
    figures.faults = addFaults(figures.faults, world.network.counts);
    figures.entries += world.expected.kept;
    return { hasCrashed, finding: null };
  } catch (cause) {
    const broken = cause instanceof Error ? cause : new Error(String(cause));
    return { hasCrashed: true, finding: findingOf(broken, { ...given, seed: 0, path: '', randomness: 0 }) };
  }
}

/** Which virtual time the timers go by; null between two worlds. */
export type Stage = { time: VirtualTime | null };

async function begin(stage: Stage, keyed: boolean, randomness: number): Promise<World> {
  stage.time = null;
  return beginWorld({ keyed, randomness, onTime: time => Object.assign(stage, { time }) });
}

/** The rule is what stands in brackets before the message. */
export function findingOf(broken: Error, where: Omit<Finding, 'rule' | 'message'>): Finding {
  const [, rule = '', message = broken.message] = /^\[(\w+)\] ([\s\S]*)$/.exec(broken.message) ?? [];
  const detail = rule === '' ? (broken.stack ?? message) : message;
  return { rule, message: detail, ...where };
}

/** Small numbers from a seed, so that a run can be had again. */
function randomFrom(seed: number): () => number {
  let state = seed % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A phone with one tab open: the first user is signed in, has one contact, and all of it is on the device. */
export async function beginWorld(given: {
  keyed: boolean;
  randomness: number;
  onTime: (time: VirtualTime) => void;
}): Promise<World> {
  const { keyed, randomness } = given;
  const world = createWorld({
    keyed,
    saysKeyed: keyed && randomness % 2 === 1,
    random: randomFrom(randomness),
  });
  given.onTime(world.time);
  Dexie.dependencies.indexedDB = world.disk.factory;
  const { server, storage, expected } = world;
  const { access, refresh } = server.login(1);
  const known = server.addContact(1, 'Старая.');
  const state: AuthState = {
    isLoggedIn: true,
    accessToken: access,
    refreshToken: refresh,
    expiresIn: 3600,
    error: '',
    subject: 1,
    epoch: newId(),
    revision: 1,
  };
  storage.values.set(AUTH_STORAGE_KEY, JSON.stringify(state));
  flushStorage(world);
  await addTab(world);
  const key = String(known.id);
  expected.records.push(
    newExpectedRecord({ noun: 'contact', marker: known.last_name, userId: 1, key, contact: null }),
  );
  for (const thing of expected.records) thing.mayBeHidden = true;
  await play(world, { do: 'pull', tab: 0 });
  await runUntilIdle(world);
  return world;
}
