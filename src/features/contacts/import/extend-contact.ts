import { PHONES_MAX } from '#contract/contacts.ts';
import { contentId } from '#kit/content-id.ts';
import { type Result, success } from '#kit/result.ts';
import type { Entry } from '#storage/outbox-db.ts';
import type { Command } from '#sync/entry.ts';
import type { Refusal } from '#sync/outbox.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { readContact, valuesOf } from '../offline/contact-book.ts';
import type { Extended } from './add-people.ts';

/** Queues the phones that a contact does not have yet, over what it is by now. */
export async function extendContact(
  context: ReadContext,
  enqueue: (command: Command) => Promise<Result<Entry | null, Refusal>>,
  contact: string,
  phones: readonly string[],
): Promise<Result<Extended, Refusal>> {
  const view = await readContact(context, contact);
  if (!view || view.isDeleting) return success('impossible');
  const base = valuesOf(view);
  const missing = phones.filter(phone => !view.phones.includes(phone));
  if (missing.length === 0) return success('done');
  if (view.phones.length + missing.length > PHONES_MAX) return success('impossible');
  const payload = { ...base, phones: [...view.phones, ...missing], contact: view.key };
  const id = await freeId(context, JSON.stringify([context.ownerKey, view.key, missing]));
  const saved = await enqueue({ id, kind: 'contact.update', payload, base });
  return saved.ok ? success('done') : saved;
}

/** The same extension may be needed again after the user took the phones away: then it is another entry. */
async function freeId({ db }: ReadContext, content: string): Promise<string> {
  for (let time = 0; ; time += 1) {
    const id = contentId(`${time}|${content}`);
    if ((await db.entries.where('id').equals(id).count()) === 0) return id;
  }
}
