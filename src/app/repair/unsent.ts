import { MINUTE_MS } from '#kit/clock.ts';
import { OUTBOX_DB_NAME } from '#storage/database-names.ts';
import { openExistingDatabase, settled } from '#storage/open-existing-database.ts';
import type { Entry, IdPair } from '#storage/outbox-db.ts';
import { type Owner, ownerKeyOf } from '#storage/owner.ts';
import { type EntriesFile, fileOf, thingsOf, writeEntries } from '#sync/entries-file.ts';
import { LIVE_STATES } from '#sync/live-entries.ts';
import { ownerOf } from '#sync/owners.ts';
import { MIRROR, type Mirror } from '#sync/session-mirror.ts';
import { download } from '#ui/download.ts';
import { AUTH_KEY, CONFIG_KEY, readObject } from '../stored-facts.ts';

/**
 * What waits on this device of whoever is signed in, read without the app: the database is opened as it is, neither made
 * nor brought to a newer version. null where nobody is signed in ([S28], [S29]: what others left is sealed).
 */
export async function readUnsent(): Promise<EntriesFile | null> {
  const database = await openExistingDatabase(OUTBOX_DB_NAME);
  if (!database) return null;
  try {
    const { apiOrigin: kept } = readObject(CONFIG_KEY);
    const apiOrigin = typeof kept === 'string' ? kept : '';
    const stores = database.transaction(['entries', 'idMap', 'control']);
    const control = (name: string) => settled(stores.objectStore('control').get(name));
    const owner = ownerBy((await control(MIRROR))?.value, apiOrigin);
    if (!owner) return null;
    const keyed = (await control(`keyed:${apiOrigin}`))?.value === true;
    const index = stores.objectStore('entries').index('ownerKey');
    const entries: Entry[] = await settled(index.getAll(ownerKeyOf(owner)));
    const live = entries.filter(({ state }) => LIVE_STATES.includes(state));
    const things = new Set(thingsOf(entries));
    const pairs: IdPair[] = await settled(stores.objectStore('idMap').getAll());
    const own = pairs.filter(({ localId }) => things.has(localId));
    const of = { site: apiOrigin || location.origin, owner, savedAt: Date.now(), keyed };
    return fileOf(of, live, own);
  } finally {
    database.close();
  }
}

/** Puts it among the user's downloads. The app's «Импорт» takes it back. */
export function saveUnsent(file: EntriesFile): void {
  const at = new Date(file.savedAt);
  const local = new Date(file.savedAt - at.getTimezoneOffset() * MINUTE_MS);
  const name = `neotpravleno-${local.toISOString().slice(0, 16).replace(/\D+/g, '-')}.txt`;
  const head = `Неотправленное: ${file.entries.length}, ${at.toLocaleString('ru')}`;
  const note = 'Строку ниже не меняйте: по ней приложение загрузит эти записи обратно.';
  download({ name, text: `${head}\n\n${note}\n${writeEntries(file)}\n`, type: 'text/plain;charset=utf-8' });
}

/** The mirror's word, unless a sign-out or sign-in of this page's could not be written there any more: the disk was full. */
function ownerBy(mirror: Mirror | undefined, apiOrigin: string): Owner | null {
  const own = readObject(AUTH_KEY);
  const isOlder = typeof own.revision === 'number' && own.revision > (mirror?.revision ?? 0);
  const { state } = isOlder ? { state: own as Mirror['state'] } : (mirror ?? { state: null }); // both written by the app alone
  return state && typeof state.subject === 'number' ? ownerOf(state, apiOrigin) : null;
}
