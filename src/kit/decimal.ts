/**
 * A decimal in whole units of its last place: «1,5» with three places is 1500. Undefined for a sign, a further place,
 * more than twelve digits before the comma, or what is no number; trailing zeros are no further places.
 */
export function toUnits(value: number | string, places: number): number | undefined {
  const text = String(value).replace(/\s/g, '');
  const [, whole, decimals = ''] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text) ?? [];
  const digits = decimals.replace(/0+$/, '');
  if (whole === undefined || digits.length > places) return undefined;
  return Number(whole) * 10 ** places + Number(digits.padEnd(places, '0') || '0');
}

/** Units as the shortest text with a comma: 1500 with three places is «1,5». */
export function fromUnits(units: number, places: number): string {
  const digits = String(units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const decimals = digits.slice(digits.length - places).replace(/0+$/, '');
  return decimals === '' ? whole : `${whole},${decimals}`;
}
