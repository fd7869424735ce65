import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { findNomenclature, type Nomenclature } from '#contract/warehouse.ts';
import { type DraftLine, newDraft } from '#domain/warehouse/draft-line.ts';
import { AddItem } from '#features/warehouse/edit/add/add-item.tsx';
import { nomenclature } from '#server/db/schema.ts';
import { searchTitleOf } from '#server/db/search-title.ts';
import { type RemotePhone, remotePhone } from './remote.tsx';
import type { TestServer } from './server.ts';

const SEARCH = findNomenclature.path.replace(':title', '');

/** Titles that are nothing but text, whatever an address, a pattern or a browser makes of their signs. */
export const HOSTILE_TITLES = [
  ...['Скидка 100% сегодня', 'a_b', 'a\\b', 'Труба 1/2"', 'Что это?', "Гайка 'М8' «люкс»"],
  ...['Лампа 💡 E27', '👩‍🔧', '.', '..', 'A+B&C=D#1;2:3', '<b>Болт</b>', '%2F', 'Ёлка', 'Йод'],
];

/** Things that documents can hold; each costs 12,50 by the piece. */
export function plantItems({ db, clock }: TestServer, titles: readonly string[]): Promise<unknown> {
  const now = new Date(clock());
  const rows = titles.map(title => ({
    ...{ title, search_title: searchTitleOf(title), unit: 'шт', price_kop: 1250 },
    ...{ created_at: now, updated_at: now },
  }));
  return db.insert(nomenclature).values(rows);
}

export type ItemSearch = RemotePhone & {
  /** What was added, in its order. */
  added: Nomenclature[];
  /** How often the form around the search was sent. */
  sent: () => number;
  /** Says why nothing can be searched; nothing is in the way again without a reason. */
  block: (reason?: string) => void;
  /** What the server was asked for, as addresses have it. */
  asked: () => string[];
};

type Story = { added: Nomenclature[]; sent: number; block: (reason?: string) => void };

/** The search in a form, with the lines of its document, at the real server over a network with faults to order. */
export async function openItemSearch(
  server: TestServer,
  stored: readonly DraftLine[] = [],
): Promise<ItemSearch> {
  const phone = await remotePhone(server.fetch);
  const { promoter } = server.users;
  const { authorization = '' } = await server.signIn(promoter);
  await phone.signInAs({ accessToken: authorization.replace('Bearer ', ''), subject: promoter.id });
  const story: Story = { added: [], sent: 0, block: () => {} };
  phone.show(<OwnDocument stored={stored} story={story} />);
  const { seen } = phone.network;
  return {
    ...{ ...phone, added: story.added, sent: () => story.sent, block: reason => story.block(reason) },
    asked: () => seen.flatMap(({ path }) => (path.startsWith(SEARCH) ? path.slice(SEARCH.length) : [])),
  };
}

function OwnDocument({ stored, story }: { stored: readonly DraftLine[]; story: Story }) {
  const [lines, setLines] = useState(stored);
  const [reason, setReason] = useState<string>();
  story.block = setReason;
  const handleAdd = (found: Nomenclature) => {
    story.added.push(found);
    setLines(before => [...before, newDraft(found, `new ${before.length}`)]);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    story.sent += 1;
  };
  return (
    <form onSubmit={handleSubmit}>
      <AddItem lines={lines} onAdd={handleAdd} blocked={reason} />
      <button type="submit">Сохранить</button>
    </form>
  );
}

/** The address at which the server is asked for a text. */
export const searchOf = (text: string) => SEARCH + encodeURIComponent(text);

/** The field of the search. */
export const searchBox = () =>
  screen.getByRole<HTMLInputElement>('combobox', { name: 'Добавить номенклатуру' });
/** Its list; null while it is closed. */
export const searchList = () => screen.queryByRole('listbox', { name: 'Добавить номенклатуру' });
/** What is offered, from top to bottom. */
export const offered = () =>
  within(searchList() ?? document.createElement('div'))
    .queryAllByRole('option')
    .map(option => option.textContent?.trim());

/** Types instead of what stands there. */
export async function seek(text: string): Promise<void> {
  await userEvent.clear(searchBox());
  // Not `type`: it gives brackets a meaning.
  await userEvent.click(searchBox());
  await userEvent.paste(text);
}

/** Waits until something of that title is offered. */
export const untilOffered = (title: string) =>
  waitFor(() => {
    if (!offered().some(option => option?.includes(title)))
      throw new Error(`Not offered: ${title}, ${offered()}`);
  });
