import { eq } from 'drizzle-orm';
import { obtainToken } from '#contract/session.ts';
import { newId } from '#kit/ids.ts';
import { userRole, users } from '#server/db/schema.ts';
import { transact } from '#server/db/transaction.ts';
import type { Owner } from '#storage/outbox-db.ts';
import { CLIENT } from './fixture.ts';
import { createNetwork } from './network.ts';
import { createPhone, type Phone } from './phone.ts';
import { createTestServer, TEST_PASSWORD } from './server.ts';

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

  async function asUser<Body>(email: string, path: string): Promise<Body> {
    const form = new URLSearchParams({
      ...{ grant_type: 'password', client_id: '2', client_secret: CLIENT.client_secret, scope: '' },
      ...{ username: email, password: TEST_PASSWORD },
    });
    const token = await server.fetch(
      new Request(`http://server.test${obtainToken.path}`, { method: 'POST', body: form }),
    );
    const { access_token } = await token.json();
    const headers = { Authorization: `Bearer ${access_token}` };
    const answer = await server.fetch(new Request(`http://server.test${path}`, { headers }));
    return answer.json();
  }

  /** Another promoter of the firm, with an empty book. */
  async function createPromoter(): Promise<{ id: number; email: string }> {
    const email = `${newId()}@test.example`;
    const id = await transact(server.db, async tx => {
      const [model] = await tx.select().from(users).where(eq(users.id, server.users.promoter.id));
      const [role] = await tx.select().from(userRole).where(eq(userRole.user_id, server.users.promoter.id));
      if (!model || !role) throw new Error('The fixture has no promoter');
      const { id: _, ...columns } = model;
      const [made] = await tx
        .insert(users)
        .values({ ...columns, email })
        .returning({ id: users.id });
      if (!made) throw new Error('No promoter was made');
      await tx.insert(userRole).values({ user_id: made.id, role_id: role.role_id });
      return made.id;
    });
    return { id, email };
  }

  const newPhone = () =>
    createPhone(createNetwork(handle), { clientSecret: CLIENT.client_secret, now: server.clock() });

  async function signedIn(): Promise<SignedInPhone> {
    const { email } = await createPromoter();
    const phone = await newPhone();
    await phone.signIn(email, TEST_PASSWORD);
    return { ...phone, email };
  }

  return {
    server,
    password: TEST_PASSWORD,
    createPromoter,
    close: server.close,
    /** A phone with a promoter of its own signed in, everything loaded that the field needs. */
    async phone(): Promise<SignedInPhone> {
      const phone = await signedIn();
      await phone.pullAll();
      phone.network.seen.length = 0;
      return phone;
    },
    /** The same with only the reference lists that a workshop order needs, at a third of the cost. */
    async barePhone(): Promise<SignedInPhone> {
      const phone = await signedIn();
      const { pointDistrict, pointWork } = server.references;
      const { references } = phone.book().cache;
      const refreshedAt = server.clock();
      await references.bulkPut([
        { name: 'pointDistrictList', items: [{ id: pointDistrict, name: 'Центр' }], refreshedAt },
        { name: 'pointWorkList', items: [{ id: pointWork, name: 'Ремонт ноутбука' }], refreshedAt },
      ]);
      return phone;
    },
    /** A phone on which nobody has signed in yet. */
    freshPhone: newPhone,
    owner(phone: Phone): Owner {
      const owner = phone.session.lastOwner();
      if (!owner) throw new Error('Sign in first');
      return owner;
    },
    /** First names in the promoter's book as the server has it, sorted. */
    async contactNames(email: string): Promise<string[]> {
      const { list } = await asUser<{ list: { first_name: string }[] }>(
        email,
        '/api/promo/contacts/fullList',
      );
      return list.map(contact => contact.first_name).sort();
    },
  };
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
