/** So many letters of a name fit into a question without hiding it. */
const MOST = 60;

/** A name as it stands in a title or a toast: what is longer ends in dots. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > MOST ? `${letters.slice(0, MOST).join('')}…` : name;
}
