import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { DiskReserve } from './disk-reserve.ts';

/** What the folder of an engine has: room for a full disk, and whom to ask before a file is changed (Watchdog.mayWrite). */
export type FolderKeeping = { reserve?: DiskReserve | undefined; mayWrite?: (() => void) | undefined };

/** How the engine writes into a file: as many of those bytes as it could. */
type Write = (stream: object, bytes: Uint8Array, offset: number, length: number, position: number) => number;
type Operation = (...args: unknown[]) => unknown;
type Module = {
  NODEFS: { stream_ops: { write: Write; setattr: Operation }; node_ops: Record<string, Operation> };
};

/** All else that changes a folder: sizes and rights, new names, other names, no names. */
const CHANGES = ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'];

/** ENOSPC and EDQUOT, as the engine numbers them. */
const NO_SPACE = new Set([51, 19]);

/**
 * The folder of an engine. Each change of a file goes through here: whoever may have lost the folder is asked first, and when a
 * write finds the disk full, the reserve is released and the write made again.
 */
export class EngineFolder extends NodeFS {
  readonly #reserve: DiskReserve | undefined;
  readonly #mayWrite: () => void;

  constructor(folder: string, { reserve, mayWrite = () => undefined }: FolderKeeping) {
    super(folder);
    this.#reserve = reserve;
    this.#mayWrite = mayWrite;
  }

  override async init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(engine, options);
    const guard = ({ NODEFS: { stream_ops, node_ops } }: Module) => {
      stream_ops.write = this.#guarded(stream_ops.write);
      stream_ops.setattr = this.#asked(stream_ops.setattr);
      for (const name of CHANGES) {
        const change = node_ops[name];
        if (change) node_ops[name] = this.#asked(change);
      }
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [guard, ...(emscriptenOpts.preRun ?? [])] as never },
    };
  }

  #asked(change: Operation): Operation {
    return (...args) => {
      this.#mayWrite();
      return change(...args);
    };
  }

  #guarded(write: Write): Write {
    return (stream, bytes, offset, length, position) => {
      this.#mayWrite();
      const reserve = this.#reserve;
      let written = 0;
      try {
        written = write(stream, bytes, offset, length, position);
        // A disk that is nearly full takes a part, and says so only the next time.
        if (written === length || !reserve?.isHeld) return written;
      } catch (error) {
        if (!reserve?.isHeld || !NO_SPACE.has((error as { errno?: number }).errno ?? 0)) throw error;
      }
      reserve.release();
      return written + write(stream, bytes, offset + written, length - written, position + written);
    };
  }
}
