import { OUTBOX_DB_NAME } from '#storage/database-names.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { RETRY_CAP_MS } from '#sync/backoff.ts';
import { keyOf } from '#sync/id-map.ts';
import { LIVE_STATES } from '#sync/live-entries.ts';
import type { ExpectedRecord } from './expected.ts';
import { ACCOUNTS } from './model-server.ts';
import { assertUnbroken, play, signIn } from './play.ts';
import type { Tab } from './tab.ts';
import { addTab, breakRule, passTime, runUntilIdle, type World } from './world.ts';

/** As many passes may it take once everything works again. */
const PASSES = 3;

/** The pass that finds out that the session is over does not count. */
const LOOKS = 1;

/**
 * The faults end, everybody signs in again and everything is sent. First what nobody needs to decide, then what the
 * user decides. In the end the server has what the user meant, once, and the screens show it.
 */
export async function endFaultsAndCheck(world: World): Promise<void> {
  world.network.heal();
  if (world.plannedKill) world.plannedKill.after = Number.POSITIVE_INFINITY;
  for (const browserContext of world.browserContexts) browserContext.thaw();
  await runUntilIdle(world);
  const tab = world.tabs[0] ?? (await addTab(world));
  if (!tab) throw new Error('No tab could be opened');
  for (const { id } of ACCOUNTS) {
    if (world.expected.records.some(thing => thing.userId === id)) await healFor(world, tab, id);
  }
}

async function healFor(world: World, tab: Tab, userId: number): Promise<void> {
  await beSignedIn(world, tab, userId);
  await passes(world, tab, userId);
  for (const entry of stuck(world, userId)) breakRule(world, 'S17', `${describe(entry)} waits for nothing`);
  world.network.cure();
  for (let round = 0; round < 4 && live(world, userId).length > 0; round += 1) {
    // A sign-in of somebody else may have waited for the pass to end.
    await beSignedIn(world, tab, userId);
    await decideAll(world, userId, round > 0);
    await passes(world, tab, userId);
  }
  for (const entry of live(world, userId)) breakRule(world, 'S17', `${describe(entry)} is never sent`);
  for (const thing of world.expected.records) if (thing.userId === userId) isAsMeant(world, thing);
  await play(world, { do: 'pull', tab: world.tabs.indexOf(tab) });
  await runUntilIdle(world);
  await assertUnbroken(world);
}

/** A session can turn out to be over: an answer with new tokens was lost. */
async function beSignedIn(world: World, tab: Tab, userId: number): Promise<void> {
  const { isLoggedIn, subject } = await tab.auth.latest();
  if (isLoggedIn && subject === userId) return;
  const at = ACCOUNTS.findIndex(({ id }) => id === userId);
  let isOver = false;
  signIn(world, tab, at).then(
    () => {
      isOver = true;
    },
    cause => breakRule(world, 'S28', `signing in failed: ${cause}`),
  );
  await runUntilIdle(world);
  if (!isOver) breakRule(world, 'S28', 'signing in does not come to an end');
}

/** [S22] Not even the button is needed: time passes, and somebody looks at the app. */
async function passes(world: World, tab: Tab, userId: number): Promise<void> {
  const isWaiting = () => stuck(world, userId).length > 0;
  for (let pass = 0; pass < PASSES + LOOKS && isWaiting() && world.broken.length === 0; pass += 1) {
    await beSignedIn(world, tab, userId);
    await passTime(world, RETRY_CAP_MS + 1, runUntilIdle);
    const at = world.tabs.indexOf(tab);
    await play(world, { do: 'watch', tab: at });
    await runUntilIdle(world);
    await play(world, { do: 'wake', tab: at, trigger: 'visible' });
    await runUntilIdle(world);
  }
  await assertUnbroken(world);
}

function live(world: World, userId: number): Entry[] {
  const entries = world.disk.rows<Entry>(OUTBOX_DB_NAME, 'entries');
  return entries.filter(entry => entry.owner.userId === userId && LIVE_STATES.includes(entry.state));
}

/** What is neither done, nor refused, nor a question, nor behind such a one. */
function stuck(world: World, userId: number): Entry[] {
  const waiting = live(world, userId);
  const isHeld = (entry: Entry) =>
    entry.state === 'rejected' ||
    entry.question !== null ||
    world.network.isPoisoned(JSON.stringify(entry.payload));
  const held = new Set(waiting.filter(isHeld));
  for (let grown = -1; grown !== held.size; ) {
    grown = held.size;
    for (const entry of waiting) {
      const isBehind = [...held].some(
        other =>
          entry.refs.includes(keyOf(other.aggregate)) ||
          (other.aggregate === entry.aggregate && other.seq < entry.seq),
      );
      if (isBehind) held.add(entry);
    }
  }
  return waiting.filter(entry => !held.has(entry));
}

/** The user tries once more what was refused, then gives it up; the newest first, because others need the old. */
async function decideAll(world: World, userId: number, givesUp: boolean): Promise<void> {
  for (const { id, question, state } of live(world, userId).reverse()) {
    if (!question && state !== 'rejected') continue;
    const what = question ? 'answer' : 'discard';
    const among = live(world, userId).filter(entry =>
      what === 'answer' ? entry.question : givesUp || entry.state === 'rejected',
    );
    const at = among.findIndex(entry => entry.id === id);
    if (question) await play(world, { do: 'answer', tab: 0, entry: at, arrived: true });
    else await play(world, { do: givesUp ? 'discard' : 'retry', tab: 0, entry: at });
  }
}

function describe({ kind, id, state, attempts, error }: Entry): string {
  return `${kind} ${id} (${state}, ${attempts} attempts, ${error?.kind ?? 'no error'})`;
}

/** No loss: the server has what the user saved, as it was meant. */
function isAsMeant(world: World, thing: ExpectedRecord): void {
  const { server } = world;
  if (thing.isGivenUp) return;
  if (thing.noun === 'order') {
    if (!server.orders.some(({ body }) => body.broken === thing.marker))
      breakRule(world, 'S4', `the order ${thing.marker} is lost`);
    return;
  }
  const known = [...server.contacts.values()].filter(({ last_name }) => last_name === thing.marker);
  if (known.length === 0) breakRule(world, 'S4', `the contact ${thing.marker} is lost`);
  if (thing.isTextUnknown || known.length !== 1) return;
  const [contact] = known;
  const text = thing.edits.at(-1)?.text ?? '';
  if (contact?.isDeleted !== thing.isDeleted)
    breakRule(world, 'S4', `${thing.marker} ${thing.isDeleted ? 'was not' : 'was'} deleted`);
  else if (!thing.isDeleted && contact.comment !== text)
    breakRule(world, 'S16', `the server has «${contact.comment}» of ${thing.marker}, not «${text}»`);
}
