import { useMemo } from 'react';
import { type Result, success } from '#kit/result.ts';
import type { Draft, Entry } from '#storage/outbox-db.ts';
import { type EntriesFile, type FileRefusal, readEntries } from '#sync/entries-file.ts';
import { collectUnsent } from '#sync/export-entries.ts';
import { type ImportPreview, importEntries, previewImport } from '#sync/import-entries.ts';
import { type RestoreRefusal, restoreEntry } from '#sync/restore-entry.ts';
import type { StorageRefusal } from '#sync/storage-guard.ts';
import { type Device, useDevice } from './device.ts';
import { makeRoom } from './make-room.ts';

/** A file that may be taken in, and what that would do. */
export type ReadFile = { file: EntriesFile; preview: ImportPreview };

export type Transfer = {
  /** Everything unsent, for keeping it outside this device. */
  collect(): Promise<EntriesFile | null>;
  /** Looks at a file; nothing is changed yet. */
  read(text: string): Promise<Result<ReadFile, FileRefusal>>;
  /** Takes a file in; resolves with the number of entries added. */
  take(file: EntriesFile): Promise<Result<number, StorageRefusal>>;
  /** Takes back the deletion of an entry. */
  restore(entry: Entry): Promise<Result<null, RestoreRefusal>>;
  /** Takes back the deletion of a draft, unless the form has been begun anew. */
  restoreDraft(draft: Draft): Promise<void>;
};

/** Moves entries out of this device, into it, and back out of the bin. */
export function useTransfer(): Transfer {
  const device = useDevice();
  return useMemo(() => transferOf(device), [device]);
}

/** Everything unsent of whoever works here; null if nobody ever signed in. */
export async function collectFor({ db, session, config, now }: Device): Promise<EntriesFile | null> {
  const owner = session.lastOwner();
  return owner && collectUnsent(db, owner, siteOf(config.apiOrigin), now());
}

function transferOf(device: Device): Transfer {
  const { db, session, config } = device;
  const room = () => makeRoom(device);
  const thenSend = <Value extends Result<unknown, unknown>>(done: Value): Value => {
    if (done.ok) {
      device.afterSave();
      void device.runner.wake('saved');
    }
    return done;
  };
  const signedIn = () => {
    const owner = session.lastOwner();
    if (!owner) throw new Error('Nothing can be taken in before the first sign-in');
    return owner;
  };
  return {
    collect: () => collectFor(device),
    async read(text) {
      const file = readEntries(text, siteOf(config.apiOrigin), signedIn());
      if (!file.ok) return file;
      return success({ file: file.value, preview: await previewImport(db, file.value) });
    },
    take: async file => thenSend(await importEntries({ db, makeRoom: room }, signedIn(), file)),
    restore: async entry => thenSend(await restoreEntry(db, room, entry)),
    async restoreDraft(draft) {
      await db.transaction('rw', db.drafts, async () => {
        if (!(await db.drafts.get(draft.key))) await db.drafts.add(draft);
      });
    },
  };
}

/** The backend by its full address: on the page's own origin the configuration names none. */
function siteOf(apiOrigin: string): string {
  return apiOrigin || window.location.origin;
}
