const RULES = new Intl.PluralRules('ru');

/** The Russian form for a count: plural(3, 'заявка', 'заявки', 'заявок') → 'заявки'. */
export function plural(count: number, one: string, few: string, many: string): string {
  const rule = RULES.select(count);
  if (rule === 'one') return one;
  return rule === 'many' ? many : few;
}
