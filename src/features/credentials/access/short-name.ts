/** So many letters of a name fit into a question without hiding it. */
const LENGTH_MAX = 60;

/** A name as it stands in a title or a toast: what is longer ends in dots. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > LENGTH_MAX ? `${letters.slice(0, LENGTH_MAX).join('')}…` : name;
}
