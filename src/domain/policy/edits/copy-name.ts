/** The name of a copy; a copy of a copy gets no second ending. */
export function copyName(name: string): string {
  const ending = ' (копия)';
  return name.endsWith(ending) ? name : `${name}${ending}`;
}
