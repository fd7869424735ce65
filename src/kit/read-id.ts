/** The id that an address names; null where it names none. */
export function readId(text: string | null): number | null {
  const id = Number(text ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
