import { dropCache } from '#storage/cache-db.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { collectUnsent, type EntriesFile, readEntries, writeEntries } from '#sync/entries-file.ts';
import { importEntries } from '#sync/import-entries.ts';
import { createPhone, type Phone } from '#tests/support/phone.ts';
import { ownerOf, PROMOTER, type Setup, statesOf } from './fixture.ts';

/** The address that files are bound to. */
export const SITE = 'https://field.example';

/** A disk on which nothing can be dropped. */
export const makeRoom = async () => {};

/** What waits on this phone, as the file holds it. */
export const unsentOf = (phone: Phone) => collectUnsent(phone.db, ownerOf(phone), SITE, phone.clock.now);

/** Another phone of the same promoter. */
export async function secondPhone({ network, phone }: Setup): Promise<Phone> {
  const second = await createPhone(network, { clientSecret: 'secret', now: phone.clock.now });
  await second.signIn(PROMOTER, 'password');
  return second;
}

/** What a user saves: words, then the line that the app reads back. */
export async function fileOf(phone: Phone): Promise<string> {
  return `Новый контакт: Анна\n\n${writeEntries(await unsentOf(phone))}\n`;
}

/** Takes a file in that has been read; the owner is the same person, though each phone here has a backend address of its own. */
export function take(phone: Phone, file: EntriesFile) {
  const readContact = (id: number) => phone.book().cache.contacts.get(id);
  const owner = ownerOf(phone);
  return importEntries({ ...phone.context, readContact, makeRoom }, owner, { ...file, owner });
}

/** Takes the file in; how many entries came. */
export async function load(phone: Phone, text: string): Promise<number> {
  const file = readEntries(text, SITE, ownerOf(phone));
  if (!file.ok) throw new Error(`Not readable: ${file.problem.reason}`);
  const added = await take(phone, file.value);
  if (!added.ok) throw new Error('No room');
  return added.value;
}

/** The browser's data are gone; the same person signs in again. */
export async function wipe(phone: Phone): Promise<Phone> {
  const { ownerKey } = phone.book();
  await phone.db.delete();
  await dropCache(ownerKey);
  phone.handset.storage.removeItem('application');
  const anew = await phone.crash();
  await anew.signIn(PROMOTER, 'password');
  return anew;
}

/** Passes until nothing more can happen. */
export async function settle(phone: Phone): Promise<void> {
  for (let pass = 0; pass < 6; pass += 1) {
    phone.pass(RETRY_CAP_MS);
    await phone.drain();
  }
}

/** The states of what is not done. */
export const live = async (phone: Phone) => (await statesOf({ phone })).filter(state => state !== 'done');
