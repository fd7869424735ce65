/** Class names that are there, in one string. */
export function join(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
