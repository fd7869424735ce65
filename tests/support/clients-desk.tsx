import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Clients } from '#features/credentials/clients/clients.tsx';
import { Toasts } from '#ui/toast.tsx';
import { answerOf } from './network.ts';
import { type OwnClients, ownClients, type StoredClient } from './own-clients.ts';
import { type RemotePhone, remotePhone } from './remote.tsx';
import { Entered, setWidth } from './screen.tsx';

const USER = { id: 1, name: 'Анна', email: '', role: {}, can: {} };

/** The address of the list and of the creation, and that of the client with the number 1. */
export const CLIENTS = '/oauth/clients';
export const FIRST = '/oauth/clients/1';

export const WHOOPS = 'Whoops! Something went wrong!';

/** A client that was there before. */
export const STORE: StoredClient = { id: 1, name: 'Склад', redirect: 'https://store.example/back' };

export type ClientsDesk = {
  own: OwnClients;
  phone: RemotePhone;
  /** Shows the panel to somebody who has entered, and waits for its list. */
  open(): Promise<void>;
  /** The calls of that method that reached the clients' addresses. */
  sent(method: string): RemotePhone['network']['seen'];
};

/** A desktop with the clients' panel and a backend that has these clients. */
export async function clientsDesk(...rows: StoredClient[]): Promise<ClientsDesk> {
  const own = ownClients(...rows);
  const phone = await remotePhone(request =>
    new URL(request.url).pathname.startsWith(CLIENTS) ? own.answer(request) : answerOf(USER),
  );
  setWidth(1280);
  return {
    ...{ own, phone },
    async open() {
      phone.show(
        <Entered>
          <Clients />
          <Toasts />
        </Entered>,
      );
      await screen.findByRole('button', { name: 'Создать клиента' });
    },
    sent: method =>
      phone.network.seen.filter(seen => seen.method === method && seen.path.startsWith(CLIENTS)),
  };
}

/** What a hand can do and an eye can find in the panel and its dialogs. */
export const clientsHand = {
  button: (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }),
  press: (name: string) => userEvent.click(clientsHand.button(name)),
  dialog: () => screen.getByRole('dialog'),
  field: (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name }),
  async fill(name: string, redirect: string) {
    await userEvent.clear(clientsHand.field(/^Название/));
    await userEvent.type(clientsHand.field(/^Название/), name);
    await userEvent.clear(clientsHand.field(/^Адреса/));
    await userEvent.type(clientsHand.field(/^Адреса/), redirect);
  },
  /** Fills the form of a new client; nothing is sent yet. */
  async begin(name = 'Касса', redirect = 'https://till.example') {
    await clientsHand.press('Создать клиента');
    await clientsHand.fill(name, redirect);
  },
  /** Changes both fields of that client; nothing is sent yet. */
  async edit(name: string) {
    await clientsHand.press(`Редактировать: ${name}`);
    await clientsHand.fill('Новый', 'https://new.example');
  },
  /** What the red box in the dialog says. */
  alert: async () => (await within(clientsHand.dialog()).findByRole('alert')).textContent,
  /** Opens the question and types its word; nothing is sent yet. */
  async askToRemove(name: string) {
    await clientsHand.press(`Удалить: ${name}`);
    await userEvent.type(within(clientsHand.dialog()).getByRole('textbox'), 'удалить');
  },
};
