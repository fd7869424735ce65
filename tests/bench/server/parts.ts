/** The parts of the bench: what is asked, over how many connections, and what DESIGN.md wants of it. */
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import type { Cast } from './cast.ts';
import type { EngineName } from './engines.ts';
import { type Ledger, openLedger, type Shot } from './fire.ts';
import * as shots from './shots.ts';

const { pickFrom } = shots;

export type Scene = { origin: string; cast: Cast; client: shots.Client; orders: Ledger; contacts: Ledger };

export type Part = {
  title: string;
  connections: number;
  /** What is done before the first request, and then what makes each. */
  prepare: (scene: Scene) => Promise<() => Shot> | (() => Shot);
  target?: Record<EngineName, number>;
};

const BUSY = 32;

/** A password keeps a core busy: more at once would only wait. */
const FEW = 4;

const simple = (title: string, shoot: (scene: Scene) => Shot, connections = BUSY): Part => ({
  title,
  connections,
  prepare: scene => () => shoot(scene),
});

const anybody = ({ cast }: Scene) => pickFrom(cast.promoters);

export const PARTS: Readonly<Record<string, Part>> = {
  contacts: {
    ...simple('contact list, page 1', scene => shots.plainContactPage(anybody(scene))),
    target: { postgres: 800, embedded: 800 },
  },
  'contacts-gzip': simple('contact list, page 1, gzip', scene => shots.contactPage(anybody(scene))),
  'contacts-deep': simple('contact list, last page of the 20 thickest', ({ cast }) =>
    shots.lastContactPage(pickFrom(cast.busiest)),
  ),
  book: simple('fullList, whole', scene => shots.wholeBook(anybody(scene)), 8),
  'book-unchanged': { title: 'fullList, 304', connections: BUSY, prepare: prepareUnchanged },
  requests: simple('getRequests, page 1', scene => shots.requestPage(anybody(scene))),
  'requests-deep': simple('getRequests, last page of the 20 thickest', ({ cast }) =>
    shots.lastRequestPage(pickFrom(cast.busiest)),
  ),
  'save-contact': simple('contacts/save with a key', scene =>
    shots.counted(scene.contacts, shots.newContact(anybody(scene))),
  ),
  'send-order': {
    ...simple('sendOrder with a new key', scene =>
      shots.counted(scene.orders, shots.newOrder(anybody(scene), scene.cast)),
    ),
    target: { postgres: 500, embedded: 300 },
  },
  'repeat-order': { title: 'sendOrder, keys used before', connections: BUSY, prepare: prepareRepeats },
  login: simple('login (argon2id)', scene => shots.logIn(scene.client, anybody(scene), DEMO_PASSWORD), FEW),
  refresh: { title: 'refresh of tokens', connections: 16, prepare: prepareRefresh },
  stats: simple('statistics of the firm, one month', ({ cast }) => shots.monthStats(cast), FEW),
  promoters: simple('moderation/promoters', ({ cast }) => shots.promoters(cast), FEW),
  mixed: { title: 'mixed profile', connections: BUSY, prepare: prepareMixed },
};

/** As their phones ask on every entry. */
async function prepareUnchanged({ origin, cast }: Scene): Promise<() => Shot> {
  const kept: Shot[] = [];
  for (const actor of cast.promoters.slice(0, 300)) {
    kept.push(shots.unchangedBook(actor, await shots.tagOf(origin, actor)));
  }
  return () => pickFrom(kept);
}

async function prepareRepeats(scene: Scene): Promise<() => Shot> {
  const again = Array.from({ length: 300 }, () => shots.newOrder(anybody(scene), scene.cast));
  const ledger = openLedger();
  for (const shot of again) shots.counted(ledger, shot);
  await ledger.settle(scene.origin);
  for (const { headers } of again) {
    scene.orders.answered(headers['idempotency-key'] ?? '', 200);
  }
  return () => pickFrom(again);
}

/** Each login is renewed with what the last renewal gave. One whose answer is outstanding waits. */
function prepareRefresh({ cast, client }: Scene): () => Shot {
  const free = [...cast.promoters];
  return () => {
    const actor = free.shift();
    if (!actor) throw new Error('there are fewer logins than connections');
    const heard = (status: number, body: string) => {
      // Our own server's answer; anything else leaves the login as it was.
      if (status === 200) actor.refresh = (JSON.parse(body) as { refresh_token: string }).refresh_token;
      free.push(actor);
    };
    return { ...shots.renew(client, actor.refresh), heard };
  };
}

/** A day of promoters: mostly looking, sometimes writing. */
export async function prepareMixed(scene: Scene): Promise<() => Shot> {
  const unchanged = await prepareUnchanged(scene);
  const { cast, orders, contacts } = scene;
  const profile: readonly (readonly [weight: number, shoot: () => Shot])[] = [
    [30, () => shots.contactPage(anybody(scene))],
    [20, () => shots.requestPage(anybody(scene))],
    [20, unchanged],
    [10, () => shots.whoAmI(anybody(scene))],
    [5, () => shots.districts(anybody(scene))],
    [10, () => shots.counted(orders, shots.newOrder(anybody(scene), cast))],
    [5, () => shots.counted(contacts, shots.newContact(anybody(scene)))],
  ];
  const lots = profile.flatMap(([weight, shoot]) => Array.from({ length: weight }, () => shoot));
  return () => pickFrom(lots)();
}
