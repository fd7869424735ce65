import { DAY_MS } from '#kit/clock.ts';
import type { Tx } from '../database.ts';
import { madeAt } from '../schema/columns.ts';
import { contactPhones, contacts } from '../schema.ts';
import type { Random } from './random.ts';
import { COMMENTS, MEN, WOMEN } from './words.ts';

const CHUNK_ROWS = 1000;
const SPREAD_MS = 180 * DAY_MS;

let phoneSerial = 0;

/** Numbers in the unassigned code 000: nobody is called by accident. 7919 and 10⁷ share no factor: no repeats. */
function nextPhone(): string {
  phoneSerial += 1;
  return `7000${String((phoneSerial * 7919) % 10_000_000).padStart(7, '0')}`;
}

/** A contact of the demo book, as orders need it. */
export type SeededContact = Awaited<ReturnType<typeof seedContacts>>[number];

/** Fills a promoter's book, oldest first. */
export async function seedContacts(tx: Tx, random: Random, promoterId: number, count: number, now: Date) {
  const people = Array.from({ length: count }, (_, at) => {
    const age = Math.floor(SPREAD_MS * (1 - (at + random.next()) / (count + 1)));
    return inventPerson(random, promoterId, new Date(now.getTime() - age));
  });
  const seeded: (typeof contacts.$inferSelect & { phones: string[] })[] = [];
  for (let start = 0; start < people.length; start += CHUNK_ROWS) {
    const chunk = people.slice(start, start + CHUNK_ROWS);
    const made = await tx
      .insert(contacts)
      .values(chunk.map(({ row }) => row))
      .returning();
    const withPhones = made.map((contact, at) => ({ ...contact, phones: chunk[at]?.phones ?? [] }));
    const phones = withPhones.flatMap(({ id, phones, created_at, updated_at }) =>
      phones.map((full_phone, pos) => ({ contact_id: id, pos, full_phone, created_at, updated_at })),
    );
    await tx.insert(contactPhones).values(phones);
    seeded.push(...withPhones);
  }
  return seeded;
}

function inventPerson(random: Random, promoter_id: number, createdAt: Date) {
  const names = random.chance(0.55) ? WOMEN : MEN;
  const row = {
    promoter_id,
    first_name: random.pick(names.first),
    last_name: random.chance(0.9) ? random.pick(names.last) : null,
    comment: random.chance(0.3) ? random.pick(COMMENTS) : null,
    ...madeAt(createdAt),
  };
  const phones = 1 + Number(random.chance(0.3)) + Number(random.chance(0.1));
  return { row, phones: Array.from({ length: phones }, nextPhone) };
}
