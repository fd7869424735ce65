import type { Deps } from '../../db/deps.ts';
import { transact } from '../../db/transaction.ts';
import { findAndLockClient } from '../clients.ts';
import { hasPublishedPassword } from '../published-password.ts';
import { type Exchangeable, examineRefreshToken, exchange } from '../rotation.ts';
import { askLibrary, type Outcome, type TokenRequest } from './ask-library.ts';

/** All of a refresh is one transaction, and a refusal commits too: it may have ended the family. */
export async function refresh({ db, clock }: Deps, request: TokenRequest): Promise<Outcome> {
  return transact(db, async tx => {
    let examined: Exchangeable | undefined;
    let hint = 'Cannot decrypt the refresh token';
    const now = clock();
    const outcome = await askLibrary(request, {
      findClient: (id, secret) => findAndLockClient(tx, id, secret),
      getRefreshToken: async (token, client) => {
        const verdict = await examineRefreshToken(tx, token, Number(client.id), now);
        if (!verdict.ok) {
          hint = verdict.hint;
          return undefined;
        }
        if (request.isExposed && (await hasPublishedPassword(tx, verdict.value.row.user_id)))
          return undefined;
        examined = verdict.value;
        return { userId: examined.row.user_id, scopes: examined.row.scopes };
      },
      issue: async ({ scopes }) => {
        if (!examined) throw new Error('the library stored a token without asking for the old one');
        const pair = await exchange(tx, examined, { scopes, now });
        return { pair, tellsScope: examined.row.bearer === 'application' };
      },
    });
    return outcome.ok || outcome.failure !== 'refresh' ? outcome : { ...outcome, hint };
  });
}
