import type { Page } from 'playwright-core';
import { createContact } from '#tests/support/promoter.ts';
import { type Action, awakeTab, type Client, lead, type OwnContact, withTimeout } from './client.ts';
import {
  bringModule,
  contactPayload,
  correctInPage,
  lookInPage,
  orderPayload,
  saveInPage,
  whoIsIn,
} from './in-page.ts';
import type { SaveResult } from './page-outbox.ts';
import type { UserAction } from './plan.ts';

/** What a page has not said by then of what it should keep it does not say. */
const SAVE_MS = 30_000;

/** One thing that a user does in a tab that is awake; what came of it goes into the book of actions. */
export async function takeUserAction(client: Client, act: UserAction, pick: number): Promise<void> {
  const page = awakeTab(client, pick);
  if (!page) return;
  await withTimeout(bringModule(page));
  await WORKS[act](client, page, pick);
}

const WORKS: Readonly<Record<UserAction, (client: Client, page: Page, pick: number) => Promise<void>>> = {
  contact: saveContact,
  import: (client, page) => saveContacts(client, page, client.burst),
  order: saveOrder,
  edit: editContact,
  delete: deleteContact,
  refused: saveRefused,
  correct: correctRefused,
  form: saveInForm,
};

/** Saves a new contact; whoever wants to kill the page meanwhile does not wait for it. */
export async function saveContact(client: Client, page: Page): Promise<void> {
  await saveContacts(client, page, 1);
}

/** Saves so many new contacts at once. */
async function saveContacts(client: Client, page: Page, count: number): Promise<void> {
  const wanted = Array.from({ length: count }, () => newContact(client));
  const wishes = wanted.map(({ marker, id, words, phone }) => ({
    id,
    kind: 'contact.create',
    payload: contactPayload(marker, words, phone),
  }));
  await withTimeout(saveInPage(page, wishes), SAVE_MS);
  for (const { phone, ...made } of wanted) {
    const result = note(
      client,
      { ...made, kind: 'contact.create', contact: '' },
      client.results.get(made.id),
    );
    if (result?.kept) client.contacts.push({ marker: made.marker, id: made.id, phone, owner: result.owner });
  }
}

function newContact(client: Client) {
  const marker = nextMarker(client);
  return { marker, id: crypto.randomUUID(), words: `${marker}/0`, phone: phoneOf(client) };
}

async function saveOrder(client: Client, page: Page, pick: number): Promise<void> {
  const contact = await ownContact(client, page, pick);
  if (!contact) return;
  const marker = nextMarker(client);
  const id = crypto.randomUUID();
  const action = { marker, kind: 'order.create', id, words: '', contact: contact.marker } as const;
  const payload = orderPayload(marker, { ...contact, name: contact.marker }, client.choices);
  await saveOne(client, page, action, payload);
}

async function editContact(client: Client, page: Page, pick: number): Promise<void> {
  const contact = await ownContact(client, page, pick);
  if (!contact) return;
  const { marker, phone } = contact;
  client.serial += 1;
  const id = crypto.randomUUID();
  const words = `${marker}/${client.serial}`;
  const action = { marker, kind: 'contact.update', id, words, contact: '' } as const;
  const payload = { contact: contact.id, ...contactPayload(marker, words, phone) };
  await saveOne(client, page, action, payload);
}

async function deleteContact(client: Client, page: Page, pick: number): Promise<void> {
  // Most stay, so that there is somebody to edit and to take orders from.
  const contact = pick < 0.5 ? await ownContact(client, page, pick * 2) : null;
  if (!contact) return;
  const { marker } = contact;
  const id = crypto.randomUUID();
  const action = { marker, kind: 'contact.delete', id, words: '', contact: '' } as const;
  client.contacts = client.contacts.filter(each => each !== contact);
  const payload = { contact: contact.id, name: marker };
  await saveOne(client, page, action, payload);
}

/** A phone that the server does not take: our forms would not let it through. */
async function saveRefused(client: Client, page: Page): Promise<void> {
  const marker = nextMarker(client);
  const id = crypto.randomUUID();
  const action = { marker, kind: 'contact.create', id, words: `${marker}/0`, contact: '' } as const;
  const result = await saveOne(client, page, action, contactPayload(marker, action.words, '12'));
  if (result?.kept) client.refused.push({ ...action, owner: result.owner, result: 'kept', why: '' });
}

/** The server has said what is wrong, and the user puts it right. */
async function correctRefused(client: Client, page: Page): Promise<void> {
  const device = await withTimeout(lookInPage(page));
  const isRefused = ({ id }: Action) =>
    device?.entries.some(entry => entry.id === id && entry.state === 'rejected') ?? false;
  const action = client.refused.find(isRefused);
  if (!action) return;
  client.refused = client.refused.filter(each => each !== action);
  await withTimeout(correctInPage(page, action.id, contactPayload(action.marker, action.words)));
}

async function saveInForm(client: Client, page: Page): Promise<void> {
  const marker = nextMarker(client);
  const phone = phoneOf(client);
  const action = { marker, kind: 'contact.create', id: '', words: '', contact: '' } as const;
  const who = await withTimeout(whoIsIn(page));
  if (!who?.isOn || who.subject === null) return;
  const owner = who.subject;
  await lead(client, page, '/promo/contacts/add');
  const filled = await page.evaluateHandle(() => document);
  await withTimeout(createContact(page, { name: marker, phones: [phone] }), SAVE_MS);
  // A disruption may have led the tab away from its form, to the list too: then there is no result.
  const isSame = await withTimeout(page.evaluate(before => before === document, filled));
  note(client, action, isSame ? { kept: true, why: '', owner } : undefined);
  await lead(client, page, '/promo');
  await withTimeout(bringModule(page));
}

async function saveOne(
  client: Client,
  page: Page,
  action: Did,
  payload: unknown,
): Promise<SaveResult | undefined> {
  const { id, kind } = action;
  await withTimeout(saveInPage(page, [{ id, kind, payload }]), SAVE_MS);
  return note(client, action, client.results.get(id));
}

type Did = Omit<Action, 'owner' | 'result' | 'why'>;

/** Writes down what was result; a page that died or hung result nothing. */
function note({ actions }: Client, action: Did, result: SaveResult | undefined): SaveResult | undefined {
  if (!result) actions.push({ ...action, owner: 0, result: 'unknown', why: '' });
  else
    actions.push({
      ...action,
      owner: result.owner,
      result: result.kept ? 'kept' : 'refused',
      why: result.why,
    });
  return result;
}

/** One of the contacts of who is signed in. */
async function ownContact(client: Client, page: Page, pick: number): Promise<OwnContact | null> {
  const who = await withTimeout(whoIsIn(page));
  const own = client.contacts.filter(({ owner }) => owner === who?.subject);
  return own[Math.floor(pick * own.length)] ?? null;
}

function nextMarker(client: Client): string {
  client.serial += 1;
  return `${client.name}-${client.serial}`;
}

/** Ten digits that no other call gives. */
function phoneOf({ name, serial }: Client): string {
  const digits = name.replace(/\D/g, '').slice(-4).padStart(4, '0');
  return `99${digits}${String(serial).padStart(4, '0')}`;
}
