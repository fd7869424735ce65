/** A number in Russian: thousands grouped by no-break spaces, a comma before at most so many decimals. */
export function formatNumber(value: number, decimals = 2): string {
  let formatter = formatters.get(decimals);
  if (!formatter) {
    formatter = new Intl.NumberFormat('ru', { maximumFractionDigits: decimals });
    formatters.set(decimals, formatter);
  }
  return formatter.format(value);
}

/** Created on first use: most forms never need one. */
const formatters = new Map<number, Intl.NumberFormat>();
