import { matchPath } from 'react-router-dom';
import { screens } from './routes.tsx';

/** Where an address leads to, whichever page of a list it names: to turn a page is not to go elsewhere. */
export function placeOf(pathname: string): string {
  const list = screens.find(({ path }) => path.endsWith('/:page?') && matchPath(path, pathname));
  return list?.path ?? pathname;
}
