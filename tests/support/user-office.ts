/** Users, as the office of the firm sees and changes them. */
import { eq } from 'drizzle-orm';
import { auditLog, users } from '#server/db/schema.ts';
import { postForm } from './calls.ts';
import { atOffice } from './office.ts';
import { CLIENT, type TestServer } from './server.ts';

export type UserOffice = ReturnType<typeof openUserOffice>;

/** The office of a test server's firm. */
export function openUserOffice(server: TestServer) {
  return {
    give: (args: string[], secret = '') => atOffice(server, args, { secret }),
    signIn: (username: string, password: string) =>
      postForm(server, '/oauth/token', { grant_type: 'password', ...CLIENT, username, password, scope: '' }),
    async storedOf(email: string) {
      const [row] = await server.db.select().from(users).where(eq(users.email, email));
      if (!row) throw new Error(`${email} is not there`);
      return row;
    },
    async lastAudit() {
      const entries = await server.db.select().from(auditLog).orderBy(auditLog.id);
      return entries.at(-1);
    },
  };
}
