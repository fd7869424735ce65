/**
 * Room that the embedded engine is given when the disk has no more, so that it can end what it has begun. It cannot roll back
 * without writing, and without room to write it never answers again.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from './deps.ts';

const MIB = 1024 * 1024;

/** Four segments of the engine's log. No call writes a hundredth of it. */
const RESERVE_BYTES = 64 * MIB;

/** Where a write found no room though the disk shows some (a user's quota), it is not tried with every call. */
const TRY_AGAIN_MS = 30_000;

/** A file of real bytes: one with holes would take nothing from the disk. */
export class DiskReserve {
  readonly #file: string;
  readonly #log: Log;
  readonly #fill: (file: string) => void;
  #isHeld: boolean;
  #isReported = false;
  #tryAt = 0;

  constructor(file: string, log: Log = () => undefined, fillFile = fill) {
    this.#file = file;
    this.#fill = fillFile;
    this.#log = log;
    this.#isHeld = isWhole(file);
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Holds it, unless there is so little room that it would soon be given up again. */
  take(): boolean {
    if (this.#isHeld) return true;
    if (performance.now() < this.#tryAt || !this.#showsRoom()) return false;
    try {
      this.#fill(this.#file);
      this.#isHeld = true;
      this.#report(false);
    } catch (error) {
      if (!isFull(error)) throw error;
      this.#giveUp();
    }
    return this.#isHeld;
  }

  /** Gives the room to who needs it: the disk is full. */
  release(): void {
    this.#giveUp();
    this.#report(true);
  }

  #giveUp(): void {
    if (this.#showsRoom()) this.#tryAt = performance.now() + TRY_AGAIN_MS;
    this.remove();
  }

  #showsRoom(): boolean {
    return roomIn(dirname(this.#file)) >= 2 * RESERVE_BYTES;
  }

  remove(): void {
    this.#isHeld = false;
    rmSync(this.#file, { force: true });
  }

  /** Once when it becomes full, once when there is room again. */
  #report(isFull: boolean): void {
    if (isFull === this.#isReported) return;
    this.#isReported = isFull;
    this.#log(isFull ? { level: 'error', event: 'disk.full' } : { level: 'info', event: 'disk.has_room' });
  }
}

/** The reserve of a data folder, held. Throws ENOSPC: whoever begins without room would only begin to fail. */
export function takeReserve(dataDir: string, log?: Log): DiskReserve {
  const reserve = new DiskReserve(`${dataDir}/reserve`, log);
  if (!reserve.take()) throw Object.assign(new Error('no room for the reserve'), { code: 'ENOSPC' });
  return reserve;
}

function isWhole(file: string): boolean {
  const state = statSync(file, { throwIfNoEntry: false });
  return state !== undefined && state.blocks * 512 >= RESERVE_BYTES;
}

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function fill(file: string): void {
  const descriptor = openSync(file, 'w', 0o600);
  try {
    // Some disks store equal bytes without taking room for them.
    const bytes = randomBytes(MIB);
    for (let at = 0; at < RESERVE_BYTES; ) at += writeSync(descriptor, bytes, 0, MIB, at);
  } finally {
    closeSync(descriptor);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
