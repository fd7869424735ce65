import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '../../db/database.ts';
import type { Log } from '../../db/deps.ts';
import { FolderInUse } from '../../db/lock.ts';
import { migrate } from '../../db/migrate.ts';
import type { Environment } from '../environment.ts';
import { openData } from '../firm.ts';
import { askServer } from './ask-server.ts';
import { type Office, Refused } from './command.ts';
import type { Outcome } from './dispatch.ts';

/** A server that is starting or stopping, or another command, has the folder for some seconds. */
const PATIENCE_MS = 20_000;

const ASK_AGAIN_MS = 100;

/** On stderr, as the server's. */
const log: Log = entry => void process.stderr.write(`${JSON.stringify(entry)}\n`);

/** Carries a command out where the data is: in PostgreSQL, in the running server, or in the folder that nobody has open. */
export async function reachData(
  env: Environment,
  args: readonly string[],
  work: (office: Office) => Promise<Outcome>,
  patienceMs = PATIENCE_MS,
): Promise<Outcome> {
  if (env.databaseUrl) return here(await openData(env, log), work);
  if (!existsSync(env.dataDir)) throw nothingIn(env.dataDir);
  for (const deadline = Date.now() + patienceMs; ; await pause(ASK_AGAIN_MS)) {
    const outcome = (await askServer(env.dataDir, args)) ?? (await alone(env, work, Date.now() < deadline));
    if (outcome) return outcome;
  }
}

/** Undefined while somebody else has the folder, and there is time to wait for them. */
async function alone(env: Environment, work: (office: Office) => Promise<Outcome>, mayWait: boolean) {
  if (!existsSync(`${env.dataDir}/db`)) throw nothingIn(env.dataDir);
  try {
    return await here(await openData(env, log), work);
  } catch (error) {
    if (error instanceof FolderInUse && mayWait) return undefined;
    throw error;
  }
}

async function here({ db, close }: OpenDatabase, work: (office: Office) => Promise<Outcome>) {
  try {
    await migrate(db);
    return await work({ db, now: Date.now });
  } finally {
    await close();
  }
}

function nothingIn(folder: string): Refused {
  return new Refused(`В папке ${folder} нет базы данных. Запустите сервер (npm start) или задайте DATA_DIR.`);
}
