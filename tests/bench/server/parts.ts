/** The parts of the bench: what is asked, over how many connections, and what DESIGN.md wants of it. */
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { type Account, type Accounts, cycle } from './accounts.ts';
import * as requests from './requests.ts';
import { type Call, type Ledger, openLedger } from './send-load.ts';
import { staffParts } from './staff-parts.ts';

const { pickFrom } = requests;

export type Context = {
  origin: string;
  accounts: Accounts;
  client: requests.Client;
  orders: Ledger;
  contacts: Ledger;
};

export type Part = {
  title: string;
  connections: number;
  /** What is done before the first request, and then what makes each. */
  prepare: (context: Context) => Promise<() => Call> | (() => Call);
  /** Answers a second. */
  target?: number;
};

const BUSY = 32;

/** A password keeps a core busy: more at once would only wait. */
const FEW = 4;

const simple = (title: string, make: (context: Context) => Call, connections = BUSY): Part => ({
  title,
  connections,
  prepare: context => () => make(context),
});

/** Each promoter in turn: one book of the demo firm's 32 is 92 % of all contacts, and by chance a slice asks for it never or thrice. */
function books(title: string, ask: (account: Account) => Call): Part {
  const prepare = ({ accounts }: Context) => {
    const promoters = cycle(accounts.promoters);
    return () => ask(promoters.next().value);
  };
  return { title, connections: 8, prepare };
}

const anybody = ({ accounts }: Context) => pickFrom(accounts.promoters);

export const PARTS: Readonly<Record<string, Part>> = {
  contacts: {
    ...simple('contact list, page 1', context => requests.plainContactPage(anybody(context))),
    target: 800,
  },
  'contacts-gzip': simple('contact list, page 1, gzip', context => requests.contactPage(anybody(context))),
  'contacts-deep': simple('contact list, last page of the 20 thickest', ({ accounts }) =>
    requests.lastContactPage(pickFrom(accounts.busiest)),
  ),
  book: books('fullList, whole', requests.wholeBook),
  'book-plain': books('fullList, whole, without compression', requests.plainBook),
  'book-unchanged': { title: 'fullList, 304', connections: BUSY, prepare: prepareUnchanged },
  requests: simple('getRequests, page 1', context => requests.requestPage(anybody(context))),
  'requests-deep': simple('getRequests, last page of the 20 thickest', ({ accounts }) =>
    requests.lastRequestPage(pickFrom(accounts.busiest)),
  ),
  'save-contact': simple('contacts/save with a key', context =>
    requests.counted(context.contacts, requests.newContact(anybody(context))),
  ),
  'send-order': {
    ...simple('sendOrder with a new key', context =>
      requests.counted(context.orders, requests.newOrder(anybody(context), context.accounts)),
    ),
    target: 500,
  },
  'repeat-order': { title: 'sendOrder, keys used before', connections: BUSY, prepare: prepareRepeats },
  login: simple(
    'login (argon2id)',
    context => requests.logIn(context.client, anybody(context), DEMO_PASSWORD),
    FEW,
  ),
  refresh: { title: 'refresh of tokens', connections: 16, prepare: prepareRefresh },
  ...staffParts(FEW),
  promoters: simple('moderation/promoters', ({ accounts }) => requests.promoters(accounts), FEW),
  mixed: { title: 'mixed profile', connections: BUSY, prepare: prepareMixed },
};

/** As their phones ask on every entry. */
async function prepareUnchanged({ origin, accounts }: Context): Promise<() => Call> {
  const kept: Call[] = [];
  for (const account of accounts.promoters.slice(0, 300)) {
    kept.push(requests.unchangedBook(account, await requests.tagOf(origin, account)));
  }
  return () => pickFrom(kept);
}

async function prepareRepeats(context: Context): Promise<() => Call> {
  const again = Array.from({ length: 300 }, () => requests.newOrder(anybody(context), context.accounts));
  const ledger = openLedger();
  for (const call of again) requests.counted(ledger, call);
  await ledger.settle(context.origin);
  for (const { headers } of again) {
    context.orders.answered(headers['idempotency-key'] ?? '', 200);
  }
  return () => pickFrom(again);
}

/** Each login is renewed with what the last renewal gave. One whose answer is outstanding waits. */
function prepareRefresh({ accounts, client }: Context): () => Call {
  const free = [...accounts.promoters];
  return () => {
    const account = free.shift();
    if (!account) throw new Error('there are fewer logins than connections');
    const heard = (status: number, body: string) => {
      // Our own server's answer; anything else leaves the login as it was.
      if (status === 200) account.refresh = (JSON.parse(body) as { refresh_token: string }).refresh_token;
      free.push(account);
    };
    return { ...requests.renew(client, account.refresh), heard };
  };
}

/** A day of promoters: mostly looking, sometimes writing. */
export async function prepareMixed(context: Context): Promise<() => Call> {
  const unchanged = await prepareUnchanged(context);
  const { accounts, orders, contacts } = context;
  const profile: readonly (readonly [weight: number, make: () => Call])[] = [
    [30, () => requests.contactPage(anybody(context))],
    [20, () => requests.requestPage(anybody(context))],
    [20, unchanged],
    [10, () => requests.whoAmI(anybody(context))],
    [5, () => requests.districts(anybody(context))],
    [10, () => requests.counted(orders, requests.newOrder(anybody(context), accounts))],
    [5, () => requests.counted(contacts, requests.newContact(anybody(context)))],
  ];
  const lots = profile.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));
  return () => pickFrom(lots)();
}
