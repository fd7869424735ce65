/** Where an address leads to, whichever page of a list of the warehouse it names: to turn a page is not to go elsewhere. */
export function screenPath(pathname: string): string {
  return pathname.replace(/^(\/warehouse\/\w+)\/[^/]*\/?$/, '$1');
}
