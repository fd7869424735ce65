/** A value with every text in it composed (NFC): macOS and some phones write й and ё as two signs. `isKept`: fields that stay as they are. */
export function composeTexts(value: unknown, isKept: (name: string) => boolean = () => false): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(each => composeTexts(each, isKept));
  if (!isPlain(value)) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.map(([name, each]) => [name, isKept(name) ? each : composeTexts(each, isKept)]),
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
