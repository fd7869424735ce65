import OAuth2Server from '@node-oauth/oauth2-server';
import type { Deps } from '../../db/deps.ts';
import { transact } from '../../db/transaction.ts';
import { findClient } from '../clients.ts';
import { isKnownDevice, markDevice } from '../known-device.ts';
import { countLogin, forgiveLogin } from '../login-limits.ts';
import { newFamily, storePair } from '../token-store.ts';
import { type Checked, checkPassword, lockChecked, normaliseEmail } from '../users.ts';
import { askLibrary, type Outcome, type TokenRequest } from './ask-library.ts';

/** An e-mail and a password for a new login. The page alone may ask so. */
export async function signIn(deps: Deps, request: TokenRequest): Promise<Outcome> {
  const { db, clock } = deps;
  const { form, ip, device, isExposed } = request;
  const email = normaliseEmail(form.username ?? '');
  const attempt = { email, ip, device };
  if (form.grant_type === 'password' && form.username) await countLogin(db, attempt, clock());
  let checked: Checked | undefined;
  return askLibrary(request, {
    findClient: (id, secret) => findClient(db, id, secret),
    getUser: async (_email, password) => {
      checked = await checkPassword(deps, { email, password, isExposed });
      if (checked) await forgiveLogin(db, attempt);
      return checked;
    },
    issue: async to => {
      const now = clock();
      const family = newFamily({ ...to, bearer: 'page' }, now);
      const pair = await transact(db, async tx => {
        if (checked && (await lockChecked(tx, checked))) return storePair(tx, family, now);
        throw new OAuth2Server.InvalidGrantError('the password was changed meanwhile');
      });
      const isKnown = await isKnownDevice(db, email, device);
      return { pair, tellsScope: false, device: isKnown ? undefined : await markDevice(db, to.userId) };
    },
  });
}
