import { existsSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '../../db/database.ts';
import type { Log } from '../../db/deps.ts';
import { takeReserve } from '../../db/disk-reserve.ts';
import { FolderInUse, lockFolder } from '../../db/lock.ts';
import { migrate } from '../../db/migrate.ts';
import { openEmbedded } from '../../db/open.ts';
import type { Environment } from '../environment.ts';
import { openData } from '../firm.ts';
import { askServer } from './ask-server.ts';
import { type CommandContext, type CommandIo, type DataOptions, type Place, Refused } from './command.ts';
import { type Outcome, outcomeOf } from './dispatch.ts';

/** A server that is starting or stopping, or another command, has the folder for some seconds. */
const PATIENCE_MS = 20_000;

const ASK_AGAIN_MS = 100;

/** On stderr, as the server's. */
const log: Log = entry => void process.stderr.write(`${JSON.stringify(entry)}\n`);

/** A command with all it needs but the data. */
type Job = DataOptions & {
  args: readonly string[];
  place: Place;
  readsFile: boolean;
  io: CommandIo;
  work: (context: CommandContext) => Promise<string[]>;
};

/** Carries a command out where the data is: in PostgreSQL, in the running server, or in the folder that nobody has open. */
export async function reachData(env: Environment, job: Job, patienceMs = PATIENCE_MS): Promise<Outcome> {
  try {
    return await reach(env, job, patienceMs);
  } catch (error) {
    const { withoutData, io } = job;
    if (!withoutData) throw error;
    return outcomeOf(() => withoutData(io, env, error));
  }
}

async function reach(env: Environment, job: Job, patienceMs: number): Promise<Outcome> {
  if (env.databaseUrl) return here(env, await openData(env, log), job);
  if (job.place === 'unused') return inUnusedFolder(env, job);
  if (!existsSync(env.dataDir)) throw nothingIn(env.dataDir);
  for (const deadline = Date.now() + patienceMs; ; await pause(ASK_AGAIN_MS)) {
    const outcome =
      (job.place === 'data' ? await askServer(env.dataDir, job) : undefined) ??
      (await alone(env, job, Date.now() < deadline));
    if (outcome) return outcome;
  }
}

/** Undefined while somebody else has the folder, and there is time to wait for them. */
async function alone(env: Environment, job: Job, mayWait: boolean): Promise<Outcome | undefined> {
  if (!existsSync(`${env.dataDir}/db`)) throw nothingIn(env.dataDir);
  try {
    return await here(env, await openData(env, log), job);
  } catch (error) {
    if (error instanceof FolderInUse && mayWait && job.place === 'data') return undefined;
    throw error;
  }
}

/**
 * In a data folder that has no database one is made aside, and becomes the folder's only when the work has been done to its
 * end. One that is there already is opened as it is; whether somebody works in it is for the command to find out.
 */
async function inUnusedFolder(env: Environment, job: Job): Promise<Outcome> {
  const { dataDir } = env;
  const isNew = !existsSync(dataDir);
  const lock = await lockFolder(dataDir);
  const place = `${dataDir}/db`;
  const making = `${place}.making`;
  try {
    const isPresent = existsSync(place);
    rmSync(making, { recursive: true, force: true });
    const { mayWrite } = lock.watchdog;
    const options = { reserve: takeReserve(dataDir), mayWrite };
    const outcome = await here(env, await openEmbedded(isPresent ? place : making, options), job);
    if (outcome.exit === 0 && !isPresent) renameSync(making, place);
    return outcome;
  } finally {
    rmSync(making, { recursive: true, force: true });
    // Not kept: nothing of it stays, and a new folder goes with it.
    const isKept = existsSync(place);
    if (!isKept) rmSync(`${dataDir}/reserve`, { force: true });
    await lock.release();
    if (!isKept && isNew) {
      rmSync(`${dataDir}/secret.key`, { force: true });
      rmdirSync(dataDir);
    }
  }
}

async function here(env: Environment, { db, engine, close }: OpenDatabase, job: Job): Promise<Outcome> {
  const { io, work, takesAnyState } = job;
  try {
    if (!takesAnyState) await migrate(db);
    return await outcomeOf(() => work({ ...io, db, engine, env }));
  } finally {
    await close();
  }
}

function nothingIn(folder: string): Refused {
  return new Refused(`В папке ${folder} нет базы данных. Запустите сервер (npm start) или задайте DATA_DIR.`);
}
