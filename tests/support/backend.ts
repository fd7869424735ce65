import { and, eq, isNull } from 'drizzle-orm';
import type { OrderValues } from '#features/orders/offline/order-kinds.ts';
import { newId } from '#kit/ids.ts';
import { newFamily, storePair } from '#server/auth/token-store.ts';
import { contacts, userRole, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import type { Owner } from '#storage/outbox-db.ts';
import { CLIENT } from './fixture.ts';
import { createNetwork } from './network.ts';
import { anna, createPhone, type Phone } from './phone.ts';
import { createTestServer, TEST_PASSWORD, type TestServer } from './server.ts';

/** A phone, and whose it is. */
export type SignedInPhone = Phone & { email: string };

export type Backend = Awaited<ReturnType<typeof createBackend>>;

/**
 * The real server in this process, with phones. `keyed: false` makes it the firm's old backend: it never sees
 * an Idempotency-Key and never echoes one.
 */
export async function createBackend({ keyed = true } = {}) {
  const server = await createTestServer();
  const handle = keyed ? server.fetch : withoutKeys(server.fetch);
  const model = readPromoter(server);

  /** Another promoter of the firm, with an empty book, and a login of theirs: to sign in by request costs far more. */
  async function createLogin() {
    const email = `${newId()}@test.example`;
    const { created_at, name, password_hash, password_changed_at, status, role_id } = await model;
    const times = { created_at, updated_at: created_at };
    const client = { clientId: Number(CLIENT.client_id), scopes: [], bearer: 'page' as const };
    const now = server.clock();
    return transact(server.db, async tx => {
      const user = { name, email, password_hash, password_changed_at, status, ...times };
      const [made] = await tx.insert(users).values(user).returning({ id: users.id });
      if (!made) throw new Error('No promoter was made');
      await tx.insert(userRole).values({ user_id: made.id, role_id });
      return {
        id: made.id,
        email,
        tokens: await storePair(tx, newFamily({ ...client, userId: made.id }, now), now),
      };
    });
  }

  const freshPhone = () =>
    createPhone(createNetwork(handle), { clientSecret: CLIENT.client_secret, now: server.clock() });

  return {
    server,
    isKeyed: keyed,
    password: TEST_PASSWORD,
    createPromoter: createLogin,
    close: server.close,
    /** A phone with a promoter of its own signed in, and nothing loaded. */
    async phone(): Promise<SignedInPhone> {
      const [{ id, email, tokens }, phone] = await Promise.all([createLogin(), freshPhone()]);
      const { accessToken, refreshToken } = tokens;
      const session = { isLoggedIn: true, expiresIn: 3600, error: '', subject: id, epoch: newId() };
      await phone.auth.write({ ...session, accessToken, refreshToken });
      return { ...phone, email };
    },
    /** A workshop order for a contact, with a district and a kind of work that the server knows. */
    orderFor(contact: string, street = 'Лесная'): OrderValues {
      const { pointDistrict, pointWork } = server.references;
      return {
        type: 'point',
        contact,
        contact_name: 'Анна Ёлкина',
        phones: anna.phones,
        district: { id: pointDistrict, name: 'Центр' },
        work: { id: pointWork, name: 'Ремонт ноутбука' },
        broken: 'Не включается',
        street,
        house: '5к1',
        korp: '',
        flat: '',
      };
    },
    /** A phone on which nobody has signed in yet. */
    freshPhone,
    owner(phone: Phone): Owner {
      const owner = phone.session.lastOwner();
      if (!owner) throw new Error('Sign in first');
      return owner;
    },
    /** First names in the promoter's book as the server has it, sorted. */
    async contactNames(email: string): Promise<string[]> {
      const rows = await server.db
        .select({ name: contacts.first_name })
        .from(contacts)
        .innerJoin(users, eq(users.id, contacts.promoter_id))
        .where(and(eq(users.email, email), isNull(contacts.deleted_at)));
      return rows.map(({ name }) => name).sort();
    },
  };
}

async function readPromoter({ db, users: { promoter } }: TestServer) {
  const [user] = await db.select().from(users).where(eq(users.id, promoter.id));
  const [role] = await db.select().from(userRole).where(eq(userRole.user_id, promoter.id));
  if (!user || !role) throw new Error('The fixture has no promoter');
  return { ...user, role_id: role.role_id };
}

type Handler = (request: Request) => Response | Promise<Response>;

function withoutKeys(handle: Handler): Handler {
  return async request => {
    const headers = new Headers(request.headers);
    headers.delete('Idempotency-Key');
    const body = request.method === 'GET' ? null : await request.text();
    return handle(new Request(request.url, { method: request.method, headers, body }));
  };
}
