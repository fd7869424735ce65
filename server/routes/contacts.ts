import {
  deleteContact as deleteEndpoint,
  getContact,
  listAllContacts,
  listContactStates,
  listContacts,
  saveContact as saveEndpoint,
} from '#contract/contacts.ts';
import { findContact, readAllContacts, readBookVersion, readContactPage } from '../commands/contact-rows.ts';
import { readStates } from '../commands/reference-rows.ts';
import { changeContactOrExplain, deleteContact, drawContact, makeContact } from '../commands/save-contact.ts';
import { notFound } from '../db/refusal.ts';
import { LISTED_SHAPE, presentContact, presentPosition, sliceOf, writeList } from './present.ts';
import { command, query, type Route } from './route.ts';
import { WrittenReply } from './send.ts';

export const contactRoutes: Route[] = [
  command(
    saveEndpoint,
    async ({ tx, act, input }) => presentContact(await changeContactOrExplain(tx, act, input)),
    { draw: drawContact, make: makeContact, present: presentContact },
  ),

  command(deleteEndpoint, async ({ tx, act, input }) => {
    await deleteContact(tx, act, input.id);
    return { status: 'success', id: input.id };
  }),

  query(getContact, async ({ deps, identity, input }) => {
    const contact = await findContact(deps.db, identity.id, input.id);
    if (!contact) throw notFound();
    return presentContact(contact);
  }),

  query(listContacts, async ({ deps, identity, input: { page }, url }) => {
    const { items, count, total } = await readContactPage(deps.db, identity.id, sliceOf(page).offset);
    return new WrittenReply(writeList(items, presentPosition(count, { page, total, url })));
  }),

  query(
    listAllContacts,
    async ({ deps, identity }) => {
      return new WrittenReply(writeList(await readAllContacts(deps.db, identity.id)));
    },
    async ({ deps, identity }) => `${LISTED_SHAPE}-${await readBookVersion(deps.db, identity.id)}`,
  ),

  query(listContactStates, async ({ deps }) => ({ list: await readStates(deps.db) })),
];
