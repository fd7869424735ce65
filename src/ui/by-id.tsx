import { Fragment } from 'react';
import { useParams } from 'react-router-dom';
import { readId } from '#kit/read-id.ts';
import type { Elements } from './elements.ts';
import { ToForbidden } from './to-forbidden.tsx';

/** The screen of one thing, by the number in the address; what is no number is not there. */
export function ById({ children }: { children: (id: number) => Elements }) {
  const id = readId(useParams().id ?? null);
  if (id === null) return <ToForbidden status={404} />;
  return <Fragment key={id}>{children(id)}</Fragment>;
}
