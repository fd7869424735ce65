/** The name of a copy; a copy of a copy is not named so twice. */
export function copyName(name: string): string {
  const ending = ' (копия)';
  return name.endsWith(ending) ? name : `${name}${ending}`;
}
