import { DAY_MS } from '#kit/clock.ts';
import type { Tx } from '../database.ts';
import { madeAt } from '../schema/columns.ts';
import { contactPhones, contacts } from '../schema.ts';
import type { Random } from './random.ts';
import { COMMENTS, MEN, WOMEN } from './words.ts';

const CHUNK_ROWS = 1000;
const SPREAD_MS = 180 * DAY_MS;

/** A contact of the demo book, as orders need it. */
export type SeededContact = {
  id: number;
  first_name: string;
  last_name: string | null;
  phones: string[];
  createdAt: Date;
};

let phoneSerial = 0;

/** Numbers in the unassigned code 000: nobody is called by accident. 7919 and 10⁷ share no factor: no repeats. */
function nextPhone(): string {
  phoneSerial += 1;
  return `7000${String((phoneSerial * 7919) % 10_000_000).padStart(7, '0')}`;
}

function inventPerson(random: Random) {
  const names = random.chance(0.55) ? WOMEN : MEN;
  return {
    first_name: random.pick(names.first),
    last_name: random.chance(0.9) ? random.pick(names.last) : null,
    comment: random.chance(0.3) ? random.pick(COMMENTS) : null,
  };
}

function phonesOf(random: Random): string[] {
  const count = 1 + Number(random.chance(0.3)) + Number(random.chance(0.1));
  return Array.from({ length: count }, nextPhone);
}

/** Fills a promoter's book, oldest first. */
export async function seedContacts(
  tx: Tx,
  random: Random,
  promoterId: number,
  count: number,
  now: Date,
): Promise<SeededContact[]> {
  const people = Array.from({ length: count }, (_, at) => {
    const age = Math.floor(SPREAD_MS * (1 - (at + random.next()) / (count + 1)));
    return {
      person: inventPerson(random),
      createdAt: new Date(now.getTime() - age),
      phones: phonesOf(random),
    };
  });
  const seeded: SeededContact[] = [];
  for (let start = 0; start < people.length; start += CHUNK_ROWS) {
    seeded.push(...(await insertChunk(tx, promoterId, people.slice(start, start + CHUNK_ROWS))));
  }
  return seeded;
}

type Person = { person: ReturnType<typeof inventPerson>; createdAt: Date; phones: string[] };

async function insertChunk(tx: Tx, promoterId: number, people: Person[]): Promise<SeededContact[]> {
  const rows = await tx
    .insert(contacts)
    .values(
      people.map(({ person, createdAt }) => ({ promoter_id: promoterId, ...person, ...madeAt(createdAt) })),
    )
    .returning({ id: contacts.id });
  const seeded = people.map(({ person, createdAt, phones }, at) => {
    const id = rows[at]?.id;
    if (id === undefined) throw new Error('a seeded contact has no id');
    return { id, first_name: person.first_name, last_name: person.last_name, phones, createdAt };
  });
  await tx
    .insert(contactPhones)
    .values(
      seeded.flatMap(({ id, phones, createdAt }) =>
        phones.map((full_phone, pos) => ({ contact_id: id, pos, full_phone, ...madeAt(createdAt) })),
      ),
    );
  return seeded;
}
