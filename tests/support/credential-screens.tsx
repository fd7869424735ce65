import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { Clients } from '#features/credentials/clients/clients.tsx';
import { Toasts } from '#ui/toast.tsx';
import { answerOf } from './network.ts';
import { Entered, remotePhone, setWidth } from './screen.tsx';

const USER = { id: 1, name: 'Анна', email: '', role: {}, can: {} };

/** The address of the list and of the creation, and that of the client with the number 1. */
export const CLIENTS = '/oauth/clients';
export const FIRST = '/oauth/clients/1';
export const FIRST_SECRET = `${FIRST}/secret`;

export const WHOOPS = 'Whoops! Something went wrong!';

type StoredClient = {
  id: number | string;
  name: string;
  redirect: string;
  secret?: string;
  /** Told by a backend like ours, which can replace a secret. */
  last_used_at?: string | null;
};

/** A client that was there before. */
export const STORE: StoredClient = { id: 1, name: 'Склад', redirect: 'https://store.example/back' };

/** A desktop before a backend like Passport: whoever makes a client, or replaces its secret, is told the secret. */
export async function clientsBackend(...seeded: StoredClient[]) {
  const backend = { rows: seeded, replaced: 0 };
  const phone = await remotePhone(request => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(CLIENTS)) return answerOf(USER);
    return request.method === 'GET' ? answerOf(backend.rows) : change(request, pathname.split('/')[3]);
  });
  async function change(request: Request, key: string | undefined): Promise<Response> {
    const isIt = ({ id }: StoredClient) => String(id) === key;
    if (request.method === 'DELETE') {
      backend.rows = backend.rows.filter(row => !isIt(row));
      return new Response(null, { status: 204 });
    }
    if (request.url.endsWith('/secret')) {
      backend.replaced += 1;
      return answerOf({ ...backend.rows.find(isIt), secret: `secret-after-${backend.replaced}` });
    }
    const { name, redirect }: StoredClient = await request.json();
    if (request.method === 'PUT') {
      backend.rows = backend.rows.map(row => (isIt(row) ? { ...row, name, redirect } : row));
      return answerOf(backend.rows.find(isIt));
    }
    const id = backend.rows.length + 1;
    backend.rows.push({ id, name, redirect });
    const secret = `secret-of-${id}`;
    return answerOf({ id, name, redirect, secret, plainSecret: secret }, 201);
  }
  setWidth(1280);
  return Object.assign(backend, {
    phone,
    network: phone.network,
    /** The calls of that method that reached the clients' addresses. */
    sent: (method: string) =>
      phone.network.seen.filter(seen => seen.method === method && seen.path.startsWith(CLIENTS)),
  });
}

export type ClientsBackend = Awaited<ReturnType<typeof clientsBackend>>;

/** The same with the panel open. */
export async function openClients(...seeded: StoredClient[]): Promise<ClientsBackend> {
  const backend = await clientsBackend(...seeded);
  backend.phone.show(
    <Entered>
      <Clients />
      <Toasts />
    </Entered>,
  );
  await screen.findByRole('button', { name: 'Создать клиента' });
  return backend;
}

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const press = (name: string) => userEvent.click(button(name));
export const dialog = () => screen.getByRole('dialog');
export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
export const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

/** What the red box in the dialog says. */
export const alert = async () => (await within(dialog()).findByRole('alert')).textContent;

const write = (name: RegExp, text: string) => fireEvent.change(field(name), { target: { value: text } });

/** Fills the form of a client; nothing is sent yet. */
export function fill(name: string, redirect: string): void {
  write(/^Название/, name);
  write(/^Адреса/, redirect);
}

/** Begins a new client; nothing is sent yet. */
export async function begin(name = 'Касса', redirect = 'https://till.example'): Promise<void> {
  await press('Создать клиента');
  fill(name, redirect);
}

/** Changes both fields of that client; nothing is sent yet. */
export async function edit(name: string): Promise<void> {
  await press(`Редактировать: ${name}`);
  fill('Новый', 'https://new.example');
}

/** Opens the question and types its word; nothing is sent yet. */
export async function askToRemove(name: string): Promise<void> {
  await press(`Удалить: ${name}`);
  await userEvent.type(within(dialog()).getByRole('textbox'), 'удалить');
}
