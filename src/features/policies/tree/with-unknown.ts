import { texts } from './texts.ts';

type Option = { id: string; name: string };

/** The options, and behind them what is chosen but not among them: another server's names are shown, not lost. */
export function withUnknown(options: readonly Option[], chosen: readonly (string | null)[]): Option[] {
  const known = new Set(options.map(({ id }) => id));
  const strange = [...new Set(chosen)].filter(id => id !== null && id !== '' && !known.has(id));
  return [...options, ...strange.map(id => ({ id: id ?? '', name: texts.unknown(id ?? '') }))];
}
