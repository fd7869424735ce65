import { useMemo } from 'react';
import { type Result, success } from '#kit/result.ts';
import type { Draft, Entry } from '#storage/outbox-db.ts';
import { collectUnsent, type EntriesFile, type FileRefusal, readEntries } from '#sync/entries-file.ts';
import { type ImportPreview, importEntries, previewImport } from '#sync/import-entries.ts';
import { restoreEntry } from '#sync/restore-entry.ts';
import { currentOwner, sendAfter } from './command.ts';
import { type Device, useDevice } from './device-context.ts';
import { pullContext, withCache } from './local.ts';
import { makeRoom } from './make-room.ts';

/** A file that may be taken in, and what that would do. */
export type ImportableFile = { file: EntriesFile; preview: ImportPreview };

/** Moves entries into this device, and back out of the bin. */
export function useTransfer() {
  const device = useDevice();
  return useMemo(() => transferOf(device), [device]);
}

/** Everything unsent of whoever works here; null if nobody ever signed in. */
export async function collectUnsentOf({ db, session, config, now }: Device): Promise<EntriesFile | null> {
  const owner = session.lastOwner();
  return owner && collectUnsent(db, owner, siteOf(config.apiOrigin), now());
}

function transferOf(device: Device) {
  const { db, kinds, config } = device;
  const room = () => makeRoom(device);
  const readContact = (id: number) =>
    withCache(
      () => pullContext(device, device.session.lastOwner()),
      ({ cache }) => cache.contacts.get(id),
    );
  return {
    async readFile(text: string): Promise<Result<ImportableFile, FileRefusal>> {
      const file = readEntries(text, siteOf(config.apiOrigin), currentOwner(device));
      if (!file.ok) return file;
      return success({ file: file.value, preview: await previewImport(db, file.value) });
    },
    /** Takes a file in; resolves with the number of entries added. */
    importFile: async (file: EntriesFile) =>
      sendAfter(
        device,
        importEntries({ db, kinds, readContact, makeRoom: room }, currentOwner(device), file),
      ),
    restore: (entry: Entry) => sendAfter(device, restoreEntry(db, room, entry)),
    /** Takes back the deletion of a draft, unless its own window has typed on. */
    async restoreDraft(draft: Draft) {
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
