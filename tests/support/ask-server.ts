import * as v from 'valibot';
import { type ListedContact, listAllContacts } from '#contract/contacts.ts';
import { normalise } from '#contract/normalise.ts';
import { basaDistrictList, basaWorkList, type ReferenceItem } from '#contract/orders.ts';
import { listRequests, type Request } from '#contract/requests.ts';
import { DEMO_PASSWORD } from './sign-in.ts';

export const ZONE = 'Europe/Moscow';

/** What the server holds, asked by somebody who is not the page and has a token of their own. */
export type ServerRecords = {
  contactsWith: (phone: string) => Promise<ListedContact[]>;
  /** The orders of a contact are known by its phone: it is copied when the order is taken. */
  ordersWith: (phone: string) => Promise<Request[]>;
};

/** Signs in by HTTP, beside the page. */
export async function serverRecords(origin: string, email: string): Promise<ServerRecords> {
  const call = await callAs(origin, email);
  return {
    async contactsWith(phone) {
      const { reply } = listAllContacts;
      const { list } = v.parse(reply, normalise(reply, await call('GET', listAllContacts.path), ZONE));
      return list.filter(contact => contact.contact_phones.some(row => row.full_phone === phone));
    },
    async ordersWith(phone) {
      const { reply } = listRequests;
      const raw = await call('POST', listRequests.path, { status: 'all' });
      const { list } = v.parse(reply, normalise(reply, raw, ZONE));
      return list.filter(request => request.phones.some(row => row.full_phone === phone));
    },
  };
}

/** Calls the API in the name of somebody, with a session of their own; an answer that refuses is thrown. */
export async function callAs(origin: string, email: string) {
  const token = await obtainAccessToken(origin, email);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return async <Answer = unknown>(method: string, path: string, input?: object): Promise<Answer> => {
    const body = input === undefined ? null : JSON.stringify(input);
    const answer = await fetch(`${origin}${path}`, { method, headers, body });
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    // Our own server's answers, checked by its own tests.
    return (answer.status === 204 ? null : await answer.json()) as Answer;
  };
}

/** The page's own client id and secret are public: they stand in config.json. */
async function clientOf(origin: string): Promise<{ client_id: string; client_secret: string }> {
  const answer = await fetch(`${origin}/application/config.json`);
  const Config = v.object({ clientId: v.string(), clientSecret: v.string() });
  const { clientId, clientSecret } = v.parse(Config, await answer.json());
  return { client_id: clientId, client_secret: clientSecret };
}

/** A token of one's own. */
export async function obtainAccessToken(origin: string, username: string): Promise<string> {
  const form = {
    ...(await clientOf(origin)),
    grant_type: 'password',
    username,
    password: DEMO_PASSWORD,
    scope: '',
  };
  const answer = await fetch(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return v.parse(v.object({ access_token: v.string() }), await answer.json()).access_token;
}

/** Ends a login on the server, as an administrator or a stolen phone would: the page is not told. */
export async function revoke(origin: string, token: string): Promise<void> {
  const form = new URLSearchParams({ ...(await clientOf(origin)), token });
  const answer = await fetch(`${origin}/oauth/revoke`, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`the token was not revoked: ${answer.status}`);
}

/** What the server holds of a promoter, read beside the page with a token of its own. */
export type Counter = Awaited<ReturnType<typeof counterOf>>;

export async function counterOf(origin: string, email: string) {
  const call = await callAs(origin, email);
  const read = async <Reply extends v.GenericSchema>(reply: Reply, path: string, body?: object) =>
    v.parse(reply, normalise(reply, await call(body ? 'POST' : 'GET', path, body), ZONE));
  const firstOf = async ({ reply, path }: typeof basaDistrictList) => leafOf((await read(reply, path)).list);
  return {
    contacts: async (): Promise<ListedContact[]> =>
      (await read(listAllContacts.reply, listAllContacts.path)).list,
    async requests(): Promise<Request[]> {
      const all: Request[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const received = await read(listRequests.reply, `${listRequests.path}?page=${page}`, {
          status: 'all',
        });
        all.push(...received.list);
        last = received.last_page;
      }
      return all;
    },
    /** The first that can be chosen of both lists that an order needs. */
    choices: async () => ({ district: await firstOf(basaDistrictList), work: await firstOf(basaWorkList) }),
  };
}

function leafOf([first]: readonly ReferenceItem[]): ReferenceItem {
  if (!first) throw new Error('The server offers nothing to choose');
  return first.children && first.children.length > 0 ? leafOf(first.children) : first;
}
