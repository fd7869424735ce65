import { PHONES_MAX } from '#contract/contacts.ts';
import type { BookMatch } from '../offline/known-people.ts';
import type { Plan } from './add-people.ts';
import type { Person } from './person.ts';

/** What is to be done with somebody: become a contact, give the new numbers to a known one, nothing. */
export type Choice = 'add' | 'extend' | 'skip';

/** The choices that differ from the first one, by the person's id. */
export type Choices = ReadonlyMap<string, Choice>;

/** One row of the preview. */
export type Row = {
  person: Person;
  match: BookMatch;
  state: 'new' | 'known' | 'wrong';
  /** The row of somebody earlier in the list with the same phone. */
  duplicate: Row | null;
  choice: Choice;
  mayAdd: boolean;
  mayExtend: boolean;
};

/** Puts people, what the device knows of them and what the user chose together. */
export function rowsOf(people: readonly Person[], matchs: readonly BookMatch[], choices: Choices): Row[] {
  const rows: Row[] = [];
  people.forEach((person, index) => {
    const match = matchs[index];
    if (match) rows.push(rowOf(person, match, rows[match.duplicate ?? -1] ?? null, choices));
  });
  return rows;
}

function rowOf(person: Person, match: BookMatch, duplicate: Row | null, choices: Choices): Row {
  const state = stateOf(person, match);
  const mayAdd = state !== 'wrong' && !match.isHere;
  const mayExtend = state === 'known' && match.fresh.length > 0 && hasRoom(match, duplicate);
  const wanted = choices.get(person.id) ?? (state === 'new' ? 'add' : 'skip');
  const isPossible = (wanted === 'add' && mayAdd) || (wanted === 'extend' && mayExtend);
  return { person, match, state, duplicate, choice: isPossible ? wanted : 'skip', mayAdd, mayExtend };
}

function stateOf({ problem }: Person, { isHere, known, duplicate }: BookMatch): Row['state'] {
  if (problem !== '') return 'wrong';
  return isHere || known !== null || duplicate !== null ? 'known' : 'new';
}

/** Somebody of this list can be given numbers only if they become a contact. */
function hasRoom({ known, fresh }: BookMatch, duplicate: Row | null): boolean {
  const phones = known?.phones ?? (duplicate?.choice === 'add' ? duplicate.person.values.phones : null);
  return phones !== null && phones.length + fresh.length <= PHONES_MAX;
}

/** What pressing the button will do. */
export function planOf(rows: readonly Row[]): Plan {
  const creates = rows
    .filter(row => row.choice === 'add')
    .map(({ person, match }) => ({ person: person.id, id: match.id, values: person.values }));
  const extensions = rows
    .filter(row => row.choice === 'extend')
    .map(({ person, match, duplicate }) => {
      const contact = match.known?.key ?? duplicate?.match.id ?? '';
      return { person: person.id, contact, phones: match.fresh };
    });
  return { creates, extensions };
}
