/**
 * The address without the page number of a warehouse list: turning a page is not a navigation to another
 * screen.
 */
export function screenPath(pathname: string): string {
  return pathname.replace(/^(\/warehouse\/\w+)\/[^/]*\/?$/, '$1');
}
