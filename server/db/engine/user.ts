/** As whom PostgreSQL runs: it refuses to run as root. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';

export type EngineUser = { uid: number; gid: number };

/** PostgreSQL could not be made here by that user, who has no name on this system (`docker run --user 12345`). */
export class NamelessUser extends Error {
  readonly uid: number;

  constructor(uid: number) {
    super(`uid ${uid} has no name`);
    this.uid = uid;
  }
}

/** Those whom every system has, and who own nothing else. */
const UNPRIVILEGED = ['postgres', 'nobody'];

/**
 * The user that the engine of a folder gets from a root process; undefined: this process's own. `cluster`: where its files are,
 * or will be; `dataDir`: the folder around it.
 */
export function engineUser(cluster: string, dataDir: string): EngineUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const folder of [cluster, dataDir]) {
    const owner = ownerOf(folder);
    if (owner && owner.uid !== 0) return owner;
  }
  for (const name of UNPRIVILEGED) {
    const [uid, gid] = [idOf('-u', name), idOf('-g', name)];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new NamelessUser(0);
}

/** `initdb` looks the name up, and does not begin without; `postgres` does not need it. */
export function refuseNameless(user: EngineUser | undefined): void {
  if (user) {
    if (spawnSync('id', ['-un', String(user.uid)]).status !== 0) throw new NamelessUser(user.uid);
    return;
  }
  try {
    userInfo();
  } catch (cause) {
    throw Object.assign(new NamelessUser(process.getuid?.() ?? 0), { cause });
  }
}

/** What its processes get of our environment: no secret, and nothing that would change what it does (PGDATA, PGOPTIONS). */
export function environmentOf(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, DYLD_LIBRARY_PATH } = process.env;
  const given = { PATH, LD_LIBRARY_PATH, DYLD_LIBRARY_PATH };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    LC_ALL: 'C',
  };
}

function ownerOf(folder: string): EngineUser | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && { uid: stat.uid, gid: stat.gid };
}

function idOf(flag: string, name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}
