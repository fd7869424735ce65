import * as v from 'valibot';
import * as ru from '../messages/ru.ts';
import { eachRule, type Rule } from '../rule.ts';
import type { RuleParams } from '../rule-params.ts';

const Email = v.pipe(v.string(), v.email());

/** An e-mail address; with 'multiple' several of them with commas between. */
export function email<Input>(mode: RuleParams['email'][0] = 'single'): Rule<Input> {
  const isEmail = (item: unknown) => v.is(Email, item);
  const areEmails = (item: unknown) =>
    String(item)
      .split(',')
      .every(part => isEmail(part.trim()));
  return eachRule('email', [mode], ru.email, mode === 'single' ? isEmail : areEmails);
}
