import { asc } from 'drizzle-orm';
import type { Db } from '#server/db/database.ts';
import { auditLog, contacts, requests, users } from '#server/db/schema.ts';
import { openFolder } from '#tests/support/engine-of.ts';
import { startServer } from '#tests/support/server-process.ts';

/** The firm's server as a process of its own, that can be killed and whose data can be read. */
export type KillableServer = {
  origin: string;
  /** SIGKILL, and a new start on the same data and port; resolves when ready. Kills that overlap are one. */
  kill(): Promise<void>;
  /** Stops the server and reads the database as it lies on the disk. */
  data(): Promise<ServerData>;
  close(): Promise<void>;
};

/** Starts a server on fresh demo data. */
export async function openServer(): Promise<KillableServer> {
  const server = await startServer();
  const openedAt = Date.now();
  let killing: Promise<void> | null = null;
  const killOnce = async () => {
    await server.kill();
    await server.start();
  };
  return {
    origin: server.origin,
    kill() {
      killing ??= killOnce().finally(() => {
        killing = null;
      });
      return killing;
    },
    async data() {
      await killing;
      await server.stop();
      return readData(server.dataDir, openedAt);
    },
    async close() {
      await killing;
      await server.remove();
    },
  };
}

/** One line of the effect log, which the server writes in the transaction of the effect. Ids grow in their order. */
export type Effect = {
  id: number;
  actorId: number;
  action: 'create' | 'update' | 'delete';
  entity: 'contact' | 'request';
  entityId: number;
};

type ContactRow = {
  id: number;
  promoterId: number;
  last_name: string | null;
  first_name: string;
  comment: string | null;
  clientKey: string | null;
  deleted: boolean;
};

type RequestRow = {
  id: number;
  promoterId: number;
  contactId: number;
  broken: string | null;
  fullcode: string;
  clientKey: string | null;
};

/** What the firm's database holds. `emails`: who has which user id. */
export type ServerData = {
  effects: Effect[];
  contacts: ContactRow[];
  requests: RequestRow[];
  emails: Map<number, string>;
  /** Where log and rows do not agree, as sentences: a row without its line, a line without its row. */
  disagreements: string[];
};

/** Reads a data folder as it lies on the disk, while no server has it. Rows older than `since` came with the data. */
export async function readData(dataDir: string, since: number): Promise<ServerData> {
  const { db, close } = await openFolder(dataDir);
  return readAll(db, since).finally(close);
}

async function readAll(db: Db, since: number): Promise<ServerData> {
  const log = await db.select().from(auditLog).orderBy(asc(auditLog.id));
  const effects = log.map(line => ({
    id: line.id,
    actorId: line.actor_id,
    action: line.action as Effect['action'], // written by server/commands alone
    entity: line.entity as Effect['entity'],
    entityId: line.entity_id ?? 0,
  }));
  const people = await db.select().from(contacts).orderBy(asc(contacts.id));
  const orders = await db.select().from(requests).orderBy(asc(requests.id));
  const emails = await db.select({ id: users.id, email: users.email }).from(users);
  const isNew = (row: { created_at: Date }) => row.created_at.getTime() >= since;
  return {
    effects,
    contacts: people.map(presentContact),
    requests: orders.map(presentRequest),
    emails: new Map(emails.map(({ id, email }) => [id, email])),
    disagreements: [
      ...disagreementsOf('contact', effects, { all: people, made: people.filter(isNew) }),
      ...disagreementsOf('request', effects, { all: orders, made: orders.filter(isNew) }),
    ],
  };
}

function presentContact(row: typeof contacts.$inferSelect): ContactRow {
  const { id, promoter_id: promoterId, last_name, first_name, comment, client_key: clientKey } = row;
  return { id, promoterId, last_name, first_name, comment, clientKey, deleted: row.deleted_at !== null };
}

function presentRequest(row: typeof requests.$inferSelect): RequestRow {
  const { id, promoter_id: promoterId, contact_id: contactId, broken, fullcode, client_key: clientKey } = row;
  return { id, promoterId, contactId, broken, fullcode, clientKey };
}

type Row = { id: number; promoter_id: number; deleted_at?: Date | null };

/** `made`: those rows of `all` that must have been made by a request, and so have their line. */
function disagreementsOf(
  entity: Effect['entity'],
  effects: readonly Effect[],
  { all, made }: { all: readonly Row[]; made: readonly Row[] },
): string[] {
  const lines = effects.filter(effect => effect.entity === entity);
  const byId = new Map(all.map(row => [row.id, row]));
  const received = (row: Row, action: Effect['action']) =>
    lines.filter(line => line.entityId === row.id && line.action === action).length;
  const strange = lines.filter(line => byId.get(line.entityId)?.promoter_id !== line.actorId);
  const unmade = made.filter(row => received(row, 'create') !== 1);
  const undeleted = made.filter(row => received(row, 'delete') !== (row.deleted_at ? 1 : 0));
  return [
    ...strange.map(
      line => `line ${line.id}: ${line.action} of ${entity} ${line.entityId} has no row of its actor`,
    ),
    ...unmade.map(row => `${entity} ${row.id} was made once, the log says ${received(row, 'create')} times`),
    ...undeleted.map(row => `${entity} ${row.id} and the log do not agree on its deletion`),
  ];
}
