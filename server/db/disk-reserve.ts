/**
 * Room that the embedded engine is given when the disk has no more, so that it can end what it has begun. It cannot roll back
 * without writing, and without room to write it never answers again.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { NodeFS } from '@electric-sql/pglite/nodefs';

const MIB = 1024 * 1024;

/** Four segments of the engine's log. No call writes a hundredth of it. */
const RESERVE_BYTES = 64 * MIB;

/** A file of real bytes: one with holes would take nothing from the disk. */
export class DiskReserve {
  readonly #file: string;
  #isHeld: boolean;

  constructor(file: string) {
    this.#file = file;
    this.#isHeld = isWhole(file);
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Holds it, unless there is so little room that it would soon be given up again. */
  take(): boolean {
    if (this.#isHeld) return true;
    if (roomIn(dirname(this.#file)) < 2 * RESERVE_BYTES) return false;
    try {
      fill(this.#file);
      this.#isHeld = true;
    } catch (error) {
      if (!isFull(error)) throw error;
      this.release();
    }
    return this.#isHeld;
  }

  /** Gives the room back to the disk. */
  release(): void {
    this.#isHeld = false;
    rmSync(this.#file, { force: true });
  }
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
    // Nothing that a disk could pack.
    const bytes = randomBytes(MIB);
    for (let at = 0; at < RESERVE_BYTES; ) at += writeSync(descriptor, bytes, 0, MIB, at);
  } finally {
    closeSync(descriptor);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** How the engine writes into a file: as many of those bytes as it could. */
type Write = (stream: object, bytes: Uint8Array, offset: number, length: number, position: number) => number;
type Module = { NODEFS: { stream_ops: { write: Write } } };

/** ENOSPC and EDQUOT, as the engine numbers them. */
const FULL = new Set([51, 19]);

/** A folder of the engine whose reserve is released when a write finds the disk full, and the write made again. */
export class ReservedFolder extends NodeFS {
  readonly #reserve: DiskReserve;

  constructor(folder: string, reserve: DiskReserve) {
    super(folder);
    this.#reserve = reserve;
  }

  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const guard = (module: Module) => {
      const { stream_ops } = module.NODEFS;
      stream_ops.write = this.#guarded(stream_ops.write);
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [guard, ...(emscriptenOpts.preRun ?? [])] as never },
    };
  }

  #guarded(write: Write): Write {
    return (stream, bytes, offset, length, position) => {
      let written = 0;
      try {
        written = write(stream, bytes, offset, length, position);
        // A disk that is nearly full takes a part, and says so only the next time.
        if (written === length || !this.#reserve.isHeld) return written;
      } catch (error) {
        if (!this.#reserve.isHeld || !FULL.has((error as { errno?: number }).errno ?? 0)) throw error;
      }
      this.#reserve.release();
      return written + write(stream, bytes, offset + written, length - written, position + written);
    };
  }
}
