import type { ReadContext } from '#sync/read-context.ts';
import type { ContactView } from './contact-book.ts';
import { findByPhones } from './find-by-phone.ts';

/** A phone (ten digits) and somebody else on this device who has it. */
export type Duplicate = { phone: string; contact: ContactView };

/** Who else has these phones, phone by phone; `except` is the key of the contact that asks. */
export async function findDuplicates(
  context: ReadContext,
  phones: readonly string[],
  except: string,
): Promise<Duplicate[]> {
  const wanted = [...new Set(phones)];
  const others = (await findByPhones(context, wanted)).filter(contact => contact.key !== except);
  return wanted.flatMap(phone =>
    others.filter(contact => contact.phones.includes(phone)).map(contact => ({ phone, contact })),
  );
}
