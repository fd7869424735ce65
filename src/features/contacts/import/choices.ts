import { PHONES_MAX } from '#contract/contacts.ts';
import type { Standing } from '../offline/known-people.ts';
import type { Plan } from './add-people.ts';
import type { Person } from './person.ts';

/** What is to be done with somebody: become a contact, give the new numbers to a known one, nothing. */
export type Choice = 'add' | 'extend' | 'skip';

/** The choices that differ from the first one, by the person's id. */
export type Choices = ReadonlyMap<string, Choice>;

/** One row of the preview. */
export type Row = {
  person: Person;
  standing: Standing;
  state: 'new' | 'known' | 'wrong';
  /** The row of somebody earlier in the list with the same phone. */
  twin: Row | null;
  choice: Choice;
  mayAdd: boolean;
  mayExtend: boolean;
};

/** Puts people, what the device knows of them and what the user chose together. */
export function rowsOf(people: readonly Person[], standings: readonly Standing[], choices: Choices): Row[] {
  const rows: Row[] = [];
  people.forEach((person, index) => {
    const standing = standings[index];
    if (standing) rows.push(rowOf(person, standing, rows[standing.twin ?? -1] ?? null, choices));
  });
  return rows;
}

function rowOf(person: Person, standing: Standing, twin: Row | null, choices: Choices): Row {
  const state = stateOf(person, standing);
  const mayAdd = state !== 'wrong' && !standing.isHere;
  const mayExtend = state === 'known' && standing.fresh.length > 0 && hasRoom(standing, twin);
  const wanted = choices.get(person.id) ?? (state === 'new' ? 'add' : 'skip');
  const isPossible = (wanted === 'add' && mayAdd) || (wanted === 'extend' && mayExtend);
  return { person, standing, state, twin, choice: isPossible ? wanted : 'skip', mayAdd, mayExtend };
}

function stateOf({ problem }: Person, { isHere, known, twin }: Standing): Row['state'] {
  if (problem !== '') return 'wrong';
  return isHere || known !== null || twin !== null ? 'known' : 'new';
}

/** Somebody of this list can be given numbers only if they become a contact. */
function hasRoom({ known, fresh }: Standing, twin: Row | null): boolean {
  const phones = known?.phones ?? (twin?.choice === 'add' ? twin.person.values.phones : null);
  return phones !== null && phones.length + fresh.length <= PHONES_MAX;
}

/** What pressing the button will do. */
export function planOf(rows: readonly Row[]): Plan {
  const creates = rows
    .filter(row => row.choice === 'add')
    .map(({ person, standing }) => ({ person: person.id, id: standing.id, values: person.values }));
  const extensions = rows
    .filter(row => row.choice === 'extend')
    .map(({ person, standing, twin }) => {
      const contact = standing.known?.key ?? twin?.standing.id ?? '';
      return { person: person.id, contact, phones: standing.fresh };
    });
  return { creates, extensions };
}
