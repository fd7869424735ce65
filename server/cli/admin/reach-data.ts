import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import type { Log } from '../../db/deps.ts';
import { engineFolder, refuseBegin } from '../../db/engine/former-folder.ts';
import { migrate } from '../../db/migrate.ts';
import type { Environment } from '../environment.ts';
import { type OpenData, openData } from '../firm.ts';
import {
  type CommandContext,
  type CommandIo,
  type DataOptions,
  type Place,
  Refused,
  refuseOthers,
} from './command.ts';
import { type Outcome, outcomeOf } from './dispatch.ts';
import { inTemporaryFolder, makeAside, takePlace } from './new-engine.ts';

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
  const isThere = databaseUrl || statSync(engineFolder(dataDir), { throwIfNoEntry: false });
  if (isThere) return here(env, await openData(env, log), job);
  if (job.place === 'unused') return inNewFolder(env, job);
  refuseBegin(dataDir);
  throw new Refused(`В папке ${dataDir} нет базы данных. Запустите сервер (npm start) или задайте DATA_DIR.`);
}

/** The database is made aside and gets its place when the work has succeeded: nothing of it stays where it is refused. */
async function inNewFolder(env: Environment, job: Job): Promise<Outcome> {
  const { dataDir } = env;
  const isNew = !existsSync(dataDir);
  refuseBegin(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    return await inTemporaryFolder(dataDir, async folder => {
      const made = makeAside(folder, dataDir);
      const aside = { ...env, dataDir: made };
      const outcome = await here(aside, await openData(aside, log), job);
      if (outcome.exit === 0) await takePlace(made, dataDir);
      return outcome;
    });
  } finally {
    if (isNew && readdirSync(dataDir).length === 0) rmdirSync(dataDir);
  }
}

async function here(env: Environment, { db, engine, close }: OpenData, job: Job): Promise<Outcome> {
  const { io, work, takesAnyState, place } = job;
  try {
    if (place !== 'data') await refuseOthers({ engine, env });
    if (!takesAnyState) await migrate(db);
    return await outcomeOf(() => work({ ...io, db, engine, env }));
  } finally {
    await close();
  }
}
