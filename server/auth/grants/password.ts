import type { Deps } from '../../db/deps.ts';
import { transact } from '../../db/transaction.ts';
import { findClient } from '../clients.ts';
import { countLogin, forgiveLogin } from '../login-limits.ts';
import { newFamily, storePair } from '../token-store.ts';
import { checkPassword, normaliseEmail } from '../users.ts';
import { askLibrary, type Outcome, type TokenRequest } from './ask-library.ts';

/** An e-mail and a password for a new login. The page alone may ask so. */
export async function signIn({ db, clock }: Deps, request: TokenRequest): Promise<Outcome> {
  const { form, ip } = request;
  const email = normaliseEmail(form.username ?? '');
  if (form.grant_type === 'password' && form.username) await countLogin(db, email, ip, clock());
  return askLibrary(request, {
    findClient: (id, secret) => findClient(db, id, secret),
    getUser: async (_email, password) => {
      const user = await checkPassword(db, email, password);
      if (user) await forgiveLogin(db, email, ip);
      return user;
    },
    issue: async to => {
      const now = clock();
      const family = newFamily({ ...to, bearer: 'page' }, now);
      return { pair: await transact(db, tx => storePair(tx, family, now)), tellsScope: false };
    },
  });
}
