import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { type paths, pathTo } from '#domain/paths.ts';

/** The addresses of the warehouse's lists. */
export type ListPath = typeof paths.receipts | typeof paths.writeOffs;

type PageFromUrlProps = { path: ListPath; children: (page: number) => ReactNode };

/** Shows the page that the address names; an address that names none becomes that of the first. */
export function PageFromUrl({ path, children }: PageFromUrlProps) {
  const page = readPage(useParams().page);
  return page === null ? <Navigate to={pathTo(path, { page: 1 })} replace /> : children(page);
}

function readPage(text = ''): number | null {
  const page = Number(text);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(page) ? page : null;
}
