import * as v from 'valibot';
import { type Contact, listAllContacts } from '#contract/contacts.ts';
import { normalise } from '#contract/normalise.ts';
import { basaDistrictList, basaWorkList, type ReferenceItem } from '#contract/orders.ts';
import { listRequests, type Request } from '#contract/requests.ts';
import { callAs, ZONE } from './ask-server.ts';

/** What the server holds of a promoter, read beside the page with a token of its own. */
export type Counter = Awaited<ReturnType<typeof counterOf>>;

export async function counterOf(origin: string, email: string) {
  const call = await callAs(origin, email);
  const read = async <Reply extends v.GenericSchema>(reply: Reply, path: string, body?: object) =>
    v.parse(reply, normalise(reply, await call(body ? 'POST' : 'GET', path, body), ZONE));
  const firstOf = async ({ reply, path }: typeof basaDistrictList) => leafOf((await read(reply, path)).list);
  return {
    contacts: async (): Promise<Contact[]> => (await read(listAllContacts.reply, listAllContacts.path)).list,
    async requests(): Promise<Request[]> {
      const all: Request[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const told = await read(listRequests.reply, `${listRequests.path}?page=${page}`, { status: 'all' });
        all.push(...told.list);
        last = told.last_page;
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
