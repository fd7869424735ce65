import { answerOf } from './network.ts';

export type StoredClient = { id: number | string; name: string; redirect: string; secret?: string };

/** A backend's OAuth clients: what a test may put there, and what it does with the calls of the panel. */
export type OwnClients = {
  rows: StoredClient[];
  answer(request: Request): Promise<Response>;
};

/** Like Passport: the secret is told by the answer that makes a client, and a missing one is an empty 404. */
export function ownClients(...rows: StoredClient[]): OwnClients {
  const own: OwnClients = {
    rows,
    async answer(request) {
      const { pathname } = new URL(request.url);
      const [, id] = /\/oauth\/clients\/(.+)$/.exec(pathname) ?? [];
      if (request.method === 'GET') return answerOf(own.rows);
      if (request.method === 'POST') return create(own, await request.json());
      if (!own.rows.some(row => String(row.id) === id)) return new Response('', { status: 404 });
      if (request.method === 'PUT') return change(own, id, await request.json());
      own.rows = own.rows.filter(row => String(row.id) !== id);
      return new Response(null, { status: 204 });
    },
  };
  return own;
}

function create(own: OwnClients, { name, redirect }: StoredClient): Response {
  const id = own.rows.length + 1;
  own.rows.push({ id, name, redirect });
  const secret = `secret-of-${id}`;
  return answerOf({ id, name, redirect, secret, plainSecret: secret }, 201);
}

function change(own: OwnClients, id: string | undefined, { name, redirect }: StoredClient): Response {
  own.rows = own.rows.map(row => (String(row.id) === id ? { ...row, name, redirect } : row));
  return answerOf(own.rows.find(row => String(row.id) === id));
}
