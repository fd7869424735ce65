import type { Catalogue } from '../catalogue.ts';
import type { Policy } from '../policy.ts';

/** One line of a summary; lines that belong below another one stand a level deeper. */
export type SummaryLine = { readonly level: number; readonly text: string };

/** A policy in Russian words, one line each, indented by level. */
export function summaryText(policy: Policy, catalogue: Catalogue): string[] {
  return summaryLines(policy, catalogue).map(({ level, text }) => '  '.repeat(level) + text);
}

/** The same lines with their levels, for a screen that indents by itself. */
export function summaryLines(policy: Policy, _catalogue: Catalogue): SummaryLine[] {
  return [{ level: 0, text: policy.name }];
}
