import * as v from 'valibot';
import * as ru from '../messages/ru.ts';
import { each, type Rule, rule } from '../rule.ts';
import type { RuleParams } from '../rule-params.ts';

const Email = v.pipe(v.string(), v.email());

/** An e-mail address; with 'multiple' several of them with commas between. */
export function email<Input>(mode: RuleParams['email'][0] = 'single'): Rule<Input> {
  const isEmail = (item: unknown) => v.is(Email, item);
  if (mode === 'single') return rule({ rule: 'email', params: [mode], russian: ru.email }, each(isEmail));
  return rule(
    { rule: 'email', params: [mode], russian: ru.email },
    each(item =>
      String(item)
        .split(',')
        .every(part => isEmail(part.trim())),
    ),
  );
}
