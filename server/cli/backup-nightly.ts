/**
 * The copy that the server makes of its own engine each night: `DATA_DIR/backups/nightly-2026-11-28.gz`, as the command `backup`
 * writes it. Several servers of one folder make one file.
 */
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/clock.ts';
import { dayAfter, toWallClock } from '#kit/date.ts';
import { writeCopyFile } from '../db/copy/file.ts';
import { inSnapshot, readCopy } from '../db/copy/read-copy.ts';
import type { Db } from '../db/database.ts';
import { sqlState } from '../db/database-problem.ts';
import type { Log } from '../db/deps.ts';
import { engineFolder } from '../db/engine/former-folder.ts';
import { createWholeFile } from './whole-file.ts';

/** A night's copy is due from this hour on, by the firm's clocks. */
const HOUR = '03';
const KEPT = 14;
const OVERDUE_DAYS = 2;

/** Whether one is due is looked at so often; the first time, the server has been up for as long. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;
const LOOKS_AFTER_FAILURE = HOUR_MS / LOOK_EVERY_MS;

const COPY = /^nightly-(\d{4}-\d\d-\d\d)\.gz$/;
const PART = /^nightly-\d{4}-\d\d-\d\d\.gz\.[\w-]+\.part$/;

export type Nightly = { stop: () => Promise<void> };

type Place = { dataDir: string; zone: string; clock: Clock };
type Source = Place & { db: Db; clientSecret: string };

export const backupsIn = (dataDir: string) => join(dataDir, 'backups');

/** Makes the copy of each night, also of one that was missed. Stopping gives up the copy that is being made. */
export function backupNightly(source: Source, log: Log): Nightly {
  let latest: Promise<void> = Promise.resolve();
  let isOver = false;
  const look = createLook(source, log, () => isOver);
  const timer = setInterval(() => {
    latest = latest.then(look);
  }, LOOK_EVERY_MS);
  return {
    stop: async () => {
      isOver = true;
      clearInterval(timer);
      await latest;
    },
  };
}

/** One look whether a copy is due, and the copy. It never rejects: a failure is a line of the log, and an hour of rest. */
export function createLook(source: Source, log: Log, isOver: () => boolean): () => Promise<void> {
  const folder = backupsIn(source.dataDir);
  const others = createWatchOverParts(folder);
  let looksLeftOut = 0;
  const makeWhatIsDue = async () => {
    const day = nightOf(source.clock(), source.zone);
    await prepareFolder(folder);
    if ((await copiesIn(folder)).includes(day) || (await others.areAtWork())) return;
    const bytes = await makeCopy(source, join(folder, `nightly-${day}.gz`), isOver);
    await removeOld(folder);
    log({ level: 'info', event: 'backup.done', day, bytes });
  };
  return async () => {
    if (isOver()) return;
    if (looksLeftOut > 0) {
      looksLeftOut -= 1;
      return;
    }
    try {
      await makeWhatIsDue();
    } catch (error) {
      // The copy that was being made is given up, and made at the next start.
      if (isOver()) return;
      looksLeftOut = LOOKS_AFTER_FAILURE - 1;
      const name = error instanceof Error ? error.name : typeof error;
      log({ level: 'error', event: 'backup.failed', name, code: sqlState(error) });
    }
  };
}

/** The day whose night's copy should be there: yesterday until the hour has come. */
function nightOf(now: number, zone: string): string {
  const wall = toWallClock(now, zone);
  const today = wall.slice(0, 10);
  return wall.slice(11, 13) >= HOUR ? today : dayAfter(today, -1);
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // It may have been there before, made with wider rights.
  await chmod(folder, 0o700);
}

/** The days of the copies, the newest last. */
async function copiesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(error => {
    if (sqlState(error) === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap(name => COPY.exec(name)?.[1] ?? []).sort();
}

async function makeCopy({ db, clientSecret, clock }: Source, path: string, isOver: () => boolean) {
  const file = await createWholeFile(path, `${path}.${randomUUID()}.part`);
  let bytes = 0;
  try {
    await inSnapshot(db, tx =>
      writeCopyFile(readCopy(tx, clientSecret, new Date(clock())), async chunk => {
        if (isOver()) throw new Error('the server ends');
        bytes += chunk.length;
        await file.write(chunk);
      }),
    );
  } catch (error) {
    await file.discard();
    throw error;
  }
  await file.keep();
  return bytes;
}

/** By their number: a clock that was wrong, or a server that was off, must leave as many. */
async function removeOld(folder: string): Promise<void> {
  const old = (await copiesIn(folder)).slice(0, -KEPT);
  for (const day of old) await rm(join(folder, `nightly-${day}.gz`), { force: true });
}

/**
 * Who writes a copy lets it grow. One that has not grown since the last look was left by a server that was killed, and is
 * removed; one that is seen for the first time may be either.
 */
function createWatchOverParts(folder: string) {
  let known = new Map<string, number>();
  const areAtWork = async () => {
    const names = (await readdir(folder)).filter(name => PART.test(name));
    const sizes = new Map<string, number>();
    for (const name of names) {
      const { size } = await stat(join(folder, name));
      if (known.get(name) === size) await rm(join(folder, name), { force: true });
      else sizes.set(name, size);
    }
    known = sizes;
    return sizes.size > 0;
  };
  return { areAtWork };
}

/** The day of the newest copy, and whether a newer one should be there: an engine younger than two days owes none yet. */
export type NightlyState = { newest: string | undefined; isOverdue: boolean };

export async function readNightly(place: Place): Promise<NightlyState> {
  // The engine writes that file when it is made, and never again.
  const { mtimeMs } = await stat(join(engineFolder(place.dataDir), 'PG_VERSION'));
  return stateOf(place, mtimeMs);
}

/** The same, of an engine that was made at `born`, in milliseconds since 1970. */
export async function stateOf({ dataDir, zone, clock }: Place, born: number): Promise<NightlyState> {
  const now = clock();
  const night = nightOf(now, zone);
  // A copy of a day that is still to come was made under a wrong clock.
  const newest = (await copiesIn(backupsIn(dataDir))).filter(day => day <= dayAfter(night)).at(-1);
  const isYoung = now - born < OVERDUE_DAYS * DAY_MS;
  return { newest, isOverdue: !isYoung && (newest === undefined || dayAfter(newest, OVERDUE_DAYS) <= night) };
}

/** What somebody should do about it, for people. */
export function overdueLine({ newest }: NightlyState, dataDir: string): string {
  const last = newest ? `последняя ночная копия базы — за ${newest}` : 'ночных копий базы еще нет';
  return `В ${backupsIn(dataDir)} ${last}. Причина — в журнале сервера (backup.failed): место на диске, права папки.`;
}
