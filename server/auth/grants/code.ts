import type { Deps } from '../../db/deps.ts';
import { transact } from '../../db/transaction.ts';
import { findAndLockClient } from '../clients.ts';
import { type CodeRow, takeCode } from '../codes.ts';
import { newFamily, storePair } from '../token-store.ts';
import { askLibrary, type Outcome, type TokenRequest } from './ask-library.ts';

/**
 * A code for the login that it was promised. All of it is one transaction, and a refusal commits too: a wrong verifier
 * uses the code up, and a code shown twice ends what came of it.
 */
export async function exchangeCode({ db, clock }: Deps, request: TokenRequest): Promise<Outcome> {
  return transact(db, async tx => {
    let taken: CodeRow | undefined;
    let hint: string | undefined;
    const now = clock();
    const outcome = await askLibrary(request, {
      findClient: (id, secret) => findAndLockClient(tx, id, secret),
      takeCode: async (code, client) => {
        const verdict = await takeCode(tx, code, Number(client.id), now);
        if (!verdict.ok) {
          hint = verdict.hint;
          return undefined;
        }
        taken = verdict.row;
        const { user_id: userId, scopes, challenge, redirect_uri: redirectUri } = taken;
        return { userId, scopes, challenge, redirectUri };
      },
      issue: async to => {
        if (!taken) throw new Error('the library stored a token without asking for the code');
        const family = { ...newFamily({ ...to, bearer: 'application' }, now), family: taken.family };
        return { pair: await storePair(tx, family, now), tellsScope: true };
      },
    });
    return outcome.ok || outcome.failure !== 'code' || !hint ? outcome : { ...outcome, hint };
  });
}
