import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import type { Log } from '../../db/deps.ts';
import { engineFolder, refuseBegin } from '../../db/engine/former-folder.ts';
import { migrate } from '../../db/migrate.ts';
import type { Environment } from '../environment.ts';
import { type OpenData, openData } from '../firm.ts';
import { type CommandContext, type CommandIo, type DataOptions, type Place, Refused } from './command.ts';
import { type Outcome, outcomeOf } from './dispatch.ts';

/** On stderr, as the server's. */
const log: Log = entry => void process.stderr.write(`${JSON.stringify(entry)}\n`);

/** A command with all it needs but the data. */
type Job = DataOptions & {
  place: Place;
  io: CommandIo;
  work: (context: CommandContext) => Promise<string[]>;
};

/** Carries a command out where the data is: in the PostgreSQL of DATABASE_URL, or of the folder, beside a running server. */
export async function reachData(env: Environment, job: Job): Promise<Outcome> {
  try {
    return await reach(env, job);
  } catch (error) {
    const { withoutData, io } = job;
    if (!withoutData) throw error;
    return outcomeOf(() => withoutData(io, env, error));
  }
}

async function reach(env: Environment, job: Job): Promise<Outcome> {
  const { databaseUrl, dataDir } = env;
  if (databaseUrl || existsSync(engineFolder(dataDir))) return here(env, await openData(env, log), job);
  if (job.place === 'unused') return inNewFolder(env, job);
  refuseBegin(dataDir);
  throw new Refused(`В папке ${dataDir} нет базы данных. Запустите сервер (npm start) или задайте DATA_DIR.`);
}

/** Nothing of a folder that was made for a command stays where it is refused. */
async function inNewFolder(env: Environment, job: Job): Promise<Outcome> {
  const { dataDir } = env;
  const isNew = !existsSync(dataDir);
  let isKept = false;
  try {
    const outcome = await here(env, await openData(env, log), job);
    isKept = outcome.exit === 0;
    return outcome;
  } finally {
    if (!isKept) {
      rmSync(engineFolder(dataDir), { recursive: true, force: true });
      if (isNew && readdirSync(dataDir).length === 0) rmdirSync(dataDir);
    }
  }
}

async function here(env: Environment, { db, engine, close }: OpenData, job: Job): Promise<Outcome> {
  const { io, work, takesAnyState, place } = job;
  try {
    if (place !== 'data' && engine && (await engine.others()) > 0) {
      throw new Refused(`С папкой данных ${env.dataDir} работает сервер: остановите его и повторите.`);
    }
    if (!takesAnyState) await migrate(db);
    return await outcomeOf(() => work({ ...io, db, engine, env }));
  } finally {
    await close();
  }
}
