/**
 * The server's own PostgreSQL. All processes that work in a data folder share one engine: the first process starts it, the last one
 * ends it, and each of them restarts it after a crash.
 */
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { MINUTE_MS, SECOND_MS } from '#kit/clock.ts';
import type { Log } from '../deps.ts';
import { isAnyAlive, removeAlive } from './alive.ts';
import { type Binaries, findBinaries, readableBy } from './binaries.ts';
import {
  type Cluster,
  EngineFailed,
  FAST,
  forgetFormer,
  isEnding,
  lastWordOf,
  makeCluster,
  processOf,
  ROLE,
  send,
  startCluster,
  stopProcess,
} from './cluster.ts';
import { engineFolder, formerFrom, refuseFormer } from './former-folder.ts';
import { countOthers, tryConnect } from './session.ts';
import { settingsOf } from './settings.ts';
import { shortPathTo, withStartLock } from './start-lock.ts';
import { removeAbandoned } from './temporary-folder.ts';
import { engineUser } from './user.ts';

export type Engine = {
  /** For node-postgres: the app's database, as the role that owns it. */
  url: string;
  binaries: Binaries;
  /** How many other processes work in this folder. */
  others: () => Promise<number>;
  /** Lets go of the engine, and ends it where no other process works with it. */
  close: () => Promise<void>;
};

type Options = { log: Log; settings?: readonly string[]; binaries?: Binaries };

/** A recovery reads what was written since the last checkpoint: some seconds of a small machine. */
const READY_MAX_MS = 10 * MINUTE_MS;
const LOOK_MS = 20;

/** Messages of PostgreSQL while processes of a killed engine still run. They end by themselves. */
const LEFTOVERS = /shared memory block|lock file/;
const LEFTOVERS_MAX_MS = 20 * SECOND_MS;

const TRY_AGAIN_MS = SECOND_MS;

/** Finds the engine of a data folder running, or starts it; makes folder and engine where there is none. */
export async function openEngine(dataDir: string, given: Options): Promise<Engine> {
  const options = { ...given, binaries: given.binaries ?? findBinaries() };
  refuseFormer(dataDir, options.binaries.major);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // It may have been there before, made with wider rights.
  chmodSync(dataDir, 0o700);
  const engine = new SharedEngine(dataDir, options);
  try {
    await engine.open();
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** All that the driver would else take from PGPORT, PGSSLMODE, PGSSLNEGOTIATION and PGOPTIONS. */
function urlOf(folder: string): string {
  const ssl = 'sslmode=disable&sslnegotiation=postgres';
  const options = encodeURIComponent('-c timezone=UTC');
  return `postgres://${ROLE}@localhost:5432/${ROLE}?host=${encodeURIComponent(folder)}&${ssl}&options=${options}`;
}

class SharedEngine implements Engine {
  readonly url: string;
  readonly binaries: Binaries;
  readonly #dataDir: string;
  readonly #cluster: Cluster;
  readonly #settings: readonly string[];
  readonly #log: Log;
  readonly #shortPath: ReturnType<typeof shortPathTo>;
  #session: Client | undefined;
  /** The first process of the engine, if this process has started it. */
  #child: ChildProcess | undefined;
  #reopening: Promise<void> = Promise.resolve();
  #wasOpen = false;
  /** After a SIGTERM the engine waits until all sessions are closed. `#session` never is, so the engine is stopped here. */
  readonly #watch = setInterval(() => {
    if (this.#session && isEnding(this.#cluster)) this.#signal();
  }, SECOND_MS).unref();
  #isClosing = false;

  constructor(dataDir: string, { log, settings = [], binaries }: Options & { binaries: Binaries }) {
    const folder = engineFolder(dataDir);
    const user = engineUser(folder, dataDir);
    this.binaries = readableBy(user, binaries);
    this.#cluster = { folder, binaries: this.binaries, user };
    this.#dataDir = dataDir;
    this.#settings = [...settingsOf(binaries.major), ...settings];
    this.#log = log;
    this.#shortPath = shortPathTo(folder);
    this.url = urlOf(this.#shortPath.folder);
    process.on('exit', this.#endWithProcess);
  }

  async open(): Promise<void> {
    const { folder } = this.#cluster;
    await withStartLock(this.#dataDir, async () => {
      await removeAbandoned(this.#dataDir);
      if (!existsSync(folder)) this.#make();
      const isFound = await this.#isConnected(state => state === 'gone');
      if (!isFound) await this.#start();
    });
  }

  /** A folder that disappears while the engine is in use is not made anew: its disk may be unmounted. */
  #make(): void {
    if (this.#wasOpen) throw new EngineFailed(this.#cluster.folder, 'its folder is gone');
    makeCluster(this.#cluster);
  }

  /** Resolves to true once `#session` is connected, to false as soon as `isOver`. */
  async #isConnected(isOver: (state: 'busy' | 'gone') => boolean): Promise<boolean> {
    for (const deadline = Date.now() + READY_MAX_MS; Date.now() < deadline; await pause(LOOK_MS)) {
      const found = await tryConnect(this.url);
      if (typeof found === 'object') {
        this.#session = found;
        this.#wasOpen = true;
        found.once('end', () => {
          this.#reopening = this.#reopening.then(() => this.#reopen(found)).catch(this.#logFailure);
        });
        return true;
      }
      if (isOver(found)) return false;
      if (isEnding(this.#cluster)) await this.#stop();
    }
    throw new EngineFailed(this.#cluster.folder, 'the database system is starting up');
  }

  /** Nothing listens on the socket. An engine whose socket was removed is stopped first. */
  async #start(): Promise<void> {
    await this.#stop();
    await this.#untilNoneLives();
    forgetFormer(this.#cluster);
    for (const deadline = Date.now() + LEFTOVERS_MAX_MS; ; await pause(LOOK_MS)) {
      const child = await startCluster(this.#cluster, this.#settings);
      this.#child = child;
      child.once('exit', () => {
        if (this.#child === child) this.#child = undefined;
      });
      const isConnected = await this.#isConnected(() => child.exitCode !== null || child.signalCode !== null);
      if (isConnected) return;
      const why = lastWordOf(this.#cluster);
      if (LEFTOVERS.test(why) && Date.now() < deadline) continue;
      throw formerFrom(why, this.#cluster.folder) ?? new EngineFailed(this.#cluster.folder, why);
    }
  }

  /** An engine in another container cannot be signalled, and two engines would destroy the folder. */
  async #untilNoneLives(): Promise<void> {
    const { folder } = this.#cluster;
    for (const deadline = Date.now() + LEFTOVERS_MAX_MS; await isAnyAlive(folder); await pause(LOOK_MS)) {
      if (Date.now() > deadline)
        throw new EngineFailed(folder, 'another engine works here, and has lost its socket');
    }
  }

  /** Connects again after the engine has crashed or was stopped by another program. */
  async #reopen(lost: Client): Promise<void> {
    if (this.#isClosing || this.#session !== lost) return;
    this.#session = undefined;
    this.#log({ level: 'error', event: 'engine.lost', why: lastWordOf(this.#cluster) });
    while (!this.#isClosing && !this.#session) {
      try {
        await this.open();
        this.#log({ level: 'info', event: 'engine.back' });
      } catch (error) {
        this.#logFailure(error);
        await pause(TRY_AGAIN_MS);
      }
    }
  }

  readonly #logFailure = (error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    this.#log({ level: 'error', event: 'engine.failed', why });
  };

  async others(): Promise<number> {
    return this.#session ? countOthers(this.#session) : 0;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#reopening;
    await withStartLock(this.#dataDir, async () => {
      const session = this.#session;
      // If it has just crashed, the other processes wait for this lock and will restart it.
      const others = session ? await countOthers(session).catch(() => 0) : 0;
      const isShared = others > 0 || !(session || this.#child);
      await session?.end();
      this.#session = undefined;
      if (!isShared) await this.#stop();
    });
    clearInterval(this.#watch);
    process.off('exit', this.#endWithProcess);
    this.#shortPath.remove();
  }

  async #stop(): Promise<void> {
    const pid = processOf(this.#cluster);
    if (pid !== undefined) await stopProcess(this.#cluster, pid);
    await removeAlive(this.#cluster.folder);
  }

  /** A fast shutdown, without waiting for it. */
  #signal(): void {
    const pid = processOf(this.#cluster);
    if (pid !== undefined) send(pid, FAST);
  }

  /** Stops the engine if this process has started it and exits without `close`. Other processes that share it restart it. */
  readonly #endWithProcess = () => {
    if (this.#child?.pid !== undefined) send(this.#child.pid, FAST);
  };
}
