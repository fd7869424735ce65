import { useState } from 'react';
import * as v from 'valibot';
import type { Problem } from '#api/problem.ts';
import { createPersonalToken, NAME_MAX, type Token } from '#contract/credentials.ts';
import { isKnownNotApplied } from '#state/remote/known-not-applied.ts';
import { useAction } from '#state/remote/use-action.ts';
import { type Form, useForm } from '#ui/form/use-form.ts';
import { fields, text } from '#validation/fields.ts';
import { required } from '#validation/rules/required.ts';
import { max } from '#validation/rules/texts.ts';
import type { CredentialList } from '../shared/use-credential-list.ts';
import type { CreatedToken } from './new-token-dialog.tsx';
import { texts } from './texts.ts';

export type CreateTokenForm = {
  form: Form<TokenForm, TokenForm>;
  submit: ReturnType<Form<TokenForm, TokenForm>['submit']>;
  /** Why there is no token, or why nobody knows whether there is one. */
  problem: Problem | null;
};

/** Makes a token and hands it on; the list is read again, also when the answer was lost. */
export function useCreateToken(
  list: CredentialList<Token[]>,
  onCreated: (created: CreatedToken) => void,
): CreateTokenForm {
  const create = useAction(createPersonalToken);
  const form = useForm(TokenForm, { values: emptyForm });
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = form.submit(
    async values => {
      setProblem(null);
      const answer = await create(values);
      if (answer.ok) return answer;
      if (!isKnownNotApplied(answer.problem)) void list.refetch();
      setProblem(answer.problem);
      return null; // the box tells it
    },
    ({ accessToken }, { name }) => {
      void list.remote.reload();
      onCreated({ name, accessToken });
    },
  );
  return { form, submit, problem };
}

/** The form of a new token; what it may be good for is the server's to check. */
const TokenForm = fields({
  name: text(texts.name, required(), max(NAME_MAX)),
  scopes: v.pipe(v.array(v.string()), v.title(texts.scopes)),
});
type TokenForm = v.InferOutput<typeof TokenForm>;

/** What nobody has typed. */
const emptyForm: TokenForm = { name: '', scopes: [] };
