import { isLocalId, newId } from '#kit/ids.ts';
import { OUTBOX_DB_NAME } from '#storage/database-names.ts';
import type { Entry } from '#storage/outbox-db.ts';
import { type Command, isOpen } from '#sync/entry.ts';
import { LIVE_STATES } from '#sync/live-entries.ts';
import { type ExpectedRecord, hide, pick, recordOfEntry, type UserAction } from './expected.ts';
import type { Step } from './steps.ts';
import type { Tab } from './tab.ts';
import { breakRule, type World } from './world.ts';

type TabStep = Extract<Step, { tab: number }>;
type Write = Exclude<
  TabStep,
  { do: 'wake' | 'watch' | 'pull' | 'drop-cache' | 'sign-out' | 'sign-in' | 'close' | 'freeze' | 'thaw' }
>;

/** Saves, changes or gives up something, as the user does on a screen. */
export async function write(world: World, tab: Tab, step: Write): Promise<void> {
  const owner = tab.session.lastOwner();
  if (!owner) return;
  switch (step.do) {
    case 'correct':
    case 'retry':
    case 'discard':
    case 'answer':
      return change(world, tab, owner.userId, step);
    case 'save':
      return enqueue(world, tab, 'create', null, contactCommand(world, owner.userId, step.duplicate));
    case 'bring':
      return bring(world, tab, owner.userId, step.people);
    case 'second':
      return saveInSecondWindow(world, tab, owner.userId, step);
    case 'save-on-full-disk':
      return saveOnFullDisk(world, tab, owner.userId, step.times);
    default: {
      const contacts = world.expected.records.filter(
        ({ noun, userId, isDeleted, isGivenUp }) =>
          noun === 'contact' && userId === owner.userId && !isDeleted && !isGivenUp,
      );
      const thing = pick(contacts, step.thing);
      if (thing) await enqueue(world, tab, step.do, thing, commandAbout(world, step.do, thing));
    }
  }
}

/** [S3] All of them are kept, or none. */
async function bring(world: World, tab: Tab, userId: number, people: number): Promise<void> {
  const owner = tab.session.lastOwner();
  if (!owner) return;
  const commands = Array.from({ length: people }, () => contactCommand(world, userId, false));
  const ops = commands.map(
    ({ id }): UserAction => ({
      what: 'create',
      browserContext: tab.browserContext,
      id,
      thing: null,
      isKept: false,
    }),
  );
  world.expected.actions.push(...ops);
  const saved = await tab.outbox.enqueueAll(owner, commands);
  world.expected.actions = world.expected.actions.filter(op => !ops.includes(op));
  const kept = ops.filter(op => op.isKept).length;
  if (saved.ok ? kept < people : kept > 0)
    breakRule(
      world,
      'S3',
      `${kept} of ${people} were kept, and it was called ${saved.ok ? '' : 'not '}saved`,
    );
}

/** [S32] Its form has the id of the first save, and began from what was there then. */
async function saveInSecondWindow(
  world: World,
  tab: Tab,
  userId: number,
  { thing: at, saves }: Extract<Write, { do: 'second' }>,
): Promise<void> {
  const made = world.expected.records.filter(
    ({ noun, userId: whose, key, isDeleted, isGivenUp }) =>
      noun === 'contact' && whose === userId && isLocalId(key) && !isDeleted && !isGivenUp,
  );
  const thing = pick(made, at);
  if (!thing) return;
  const { key: contact, marker: last_name } = thing;
  const first = { ...WORDS, last_name };
  if (saves === 'field') {
    const payload = { ...first, first_name: 'Вера', contact };
    const command = { id: newId(), kind: 'contact.update', payload, base: first };
    return enqueue(world, tab, 'edit', thing, command, { keepsText: true });
  }
  const marker = saves === 'same' ? last_name : nextName(world, 'К');
  const command = { id: contact, kind: 'contact.create', payload: { ...first, last_name: marker } };
  return enqueue(world, tab, 'create', null, command, { id: '', marker, isKept: saves === 'same' });
}

async function saveOnFullDisk(world: World, tab: Tab, userId: number, times: number): Promise<void> {
  hide(world.expected);
  world.disk.fill(times);
  await enqueue(world, tab, 'create', null, contactCommand(world, userId, false));
}

const WORDS = { first_name: 'Анна', comment: '', phones: ['9990000001'] };

function contactCommand(world: World, userId: number, isDuplicate: boolean): Command {
  const contacts = world.expected.records.filter(
    thing => thing.noun === 'contact' && thing.userId === userId && isLocalId(thing.key),
  );
  const duplicate = isDuplicate ? contacts.at(-1) : undefined;
  const last_name = duplicate?.marker ?? nextName(world, 'К');
  return { id: newId(), kind: 'contact.create', payload: { ...WORDS, last_name } };
}

function nextName(world: World, letter: string): string {
  world.names += 1;
  return `${letter}${world.names}.`;
}

function commandAbout(world: World, what: 'edit' | 'delete' | 'order', thing: ExpectedRecord): Command {
  const { key: contact, marker: last_name } = thing;
  if (what === 'delete')
    return { id: newId(), kind: 'contact.delete', payload: { contact, name: last_name } };
  if (what === 'edit') {
    const payload = { ...WORDS, last_name, contact, comment: nextName(world, 'п') };
    return { id: newId(), kind: 'contact.update', payload };
  }
  const named = { id: 1, name: 'Ноутбук' };
  const payload = {
    type: 'point',
    contact,
    contact_name: last_name,
    phones: WORDS.phones,
    district: named,
    work: named,
    broken: nextName(world, 'З'),
    street: 'Лесная',
    house: '5',
    korp: '',
    flat: '',
  };
  return { id: newId(), kind: 'order.create', payload };
}

async function enqueue(
  world: World,
  tab: Tab,
  what: UserAction['what'],
  thing: ExpectedRecord | null,
  command: Command,
  second: Partial<UserAction> = {},
): Promise<void> {
  const owner = tab.session.lastOwner();
  if (!owner) return;
  const { browserContext } = tab;
  const op: UserAction = { what, browserContext, id: command.id, thing, isKept: false, ...second };
  world.expected.actions.push(op);
  const saved = await tab.outbox.enqueue(owner, command);
  world.expected.actions = world.expected.actions.filter(each => each !== op);
  if (saved.ok && !op.isKept)
    breakRule(world, 'S3', `${command.kind} was called saved, but is not on the disk`);
}

async function change(
  world: World,
  tab: Tab,
  userId: number,
  step: Extract<Write, { entry: number }>,
): Promise<void> {
  const entries = world.disk.rows<Entry>(OUTBOX_DB_NAME, 'entries');
  const own = entries.filter(entry => entry.owner.userId === userId && LIVE_STATES.includes(entry.state));
  const open = own.filter(entry => fits(step.do, entry));
  const entry = pick(open, step.entry);
  if (!entry) return;
  const op: UserAction = {
    what: step.do,
    browserContext: tab.browserContext,
    id: entry.id,
    thing: null,
    isKept: false,
  };
  op.thing = step.do === 'answer' ? recordOfEntry(world.expected, entry) : null;
  world.expected.actions.push(op);
  await decide(world, tab, entry, step);
  world.expected.actions = world.expected.actions.filter(each => each !== op);
}

function fits(what: 'correct' | 'retry' | 'discard' | 'answer', { state, question }: Entry): boolean {
  if (what === 'discard') return true;
  return what === 'answer' ? question !== null : state === 'rejected';
}

async function decide(world: World, tab: Tab, entry: Entry, step: Extract<Write, { entry: number }>) {
  if (step.do === 'discard')
    return tab.outbox.discard(entry.id, isOpen(entry) ? { ifOpen: true } : undefined);
  if (step.do === 'retry') return tab.outbox.retry(entry.id);
  if (step.do === 'answer') return tab.outbox.answer(entry.id, step.arrived ? 'arrived' : 'send-again');
  const payload = entry.payload as Record<string, unknown>;
  if (!('comment' in payload)) return tab.outbox.retry(entry.id);
  return tab.outbox.correct(entry.id, { ...payload, comment: nextName(world, 'п') });
}
