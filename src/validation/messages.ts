import type * as v from 'valibot';

const CHARACTERS = new Intl.PluralRules('ru');

/** «не длиннее 21 символа», «не длиннее 255 символов»: genitive after a comparison. */
function characters(count: number): string {
  return `${count} ${CHARACTERS.select(count) === 'one' ? 'символа' : 'символов'}`;
}

/** What the reader sees for a schema's refusal, when the schema brings no words of its own. */
export function describeIssue(issue: v.BaseIssue<unknown>): string {
  if (issue.input === undefined || issue.input === null || issue.input === '') return 'Заполните поле';
  const limit = Number(issue.requirement);
  switch (issue.type) {
    case 'max_code_points':
      return `Не длиннее ${characters(limit)}`;
    case 'min_length':
      return limit === 1 ? 'Нужен хотя бы один' : `Не меньше ${limit}`;
    case 'max_length':
      return `Не больше ${limit}`;
    case 'email':
      return 'Введите правильный e-mail';
    case 'number':
    case 'safe_integer':
      return 'Введите число';
    case 'check':
      return 'Неверный формат';
    default:
      return 'Недопустимое значение';
  }
}

/** Messages by field path (`contact_phones.0.full_phone`), as Laravel answers them. */
export function describeIssues(issues: readonly v.BaseIssue<unknown>[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const path = issue.path?.map(step => String(step.key)).join('.') ?? '';
    fields[path] = [...(fields[path] ?? []), describeIssue(issue)];
  }
  return fields;
}
