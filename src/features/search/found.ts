import type { SearchAnswer } from '#contract/search.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import type { MenuLink } from '#ui/screen-links.tsx';
import { allWays, wholeMenu } from '#ui/side-menu.tsx';
import { texts } from './texts.ts';

/** One place to go to; `detail` tells it from others of the same name. */
export type Found = { label: string; detail: string; to: string };

/** What was found of one kind. */
export type FoundGroup = { title: string; items: readonly Found[] };

/** The screens that the user may enter, of which every word that is looked for begins a word. */
export function findScreens(can: Readonly<Record<string, boolean>>, query: string): Found[] {
  const menu = wholeMenu(can).flatMap(entry => ('links' in entry ? entry.links : [entry]));
  // The same screen stands in several menus.
  const links = new Map([...menu, ...allWays(can)].map((link): [string, MenuLink] => [link.to, link]));
  return [...links.values()]
    .filter(({ label }) => isNamed(label, query))
    .map(({ label, to }) => ({ label, to, detail: '' }));
}

/** Of a list that is here already; at most so many. */
export function findNamed<Named extends { name: string }>(
  list: readonly Named[],
  query: string,
  max: number,
): Named[] {
  return list.filter(({ name }) => isNamed(name, query)).slice(0, max);
}

function isNamed(name: string, query: string): boolean {
  const words = normaliseText(name).split(' ');
  return normaliseText(query)
    .split(' ')
    .every(sought => words.some(word => word.startsWith(sought)));
}

/** What the server found, as places to go to; kinds of which it found nothing are left out. */
export function groupsOf({ promoters, requests, reports, users, documents }: SearchAnswer): FoundGroup[] {
  const groups: FoundGroup[] = [
    { title: texts.promoters, items: promoters.map(promoterOf) },
    {
      title: texts.requests,
      items: requests.map(({ id, fullcode, name }) => ({
        label: fullcode,
        detail: name,
        to: pathTo(paths.moderationRequest, { id }),
      })),
    },
    {
      title: texts.reports,
      items: reports.map(({ id, name }) => ({
        label: texts.reportOf(id),
        detail: name,
        to: pathTo(paths.moderationReport, { id }),
      })),
    },
    {
      title: texts.users,
      items: users.map(({ name, email }) => ({
        label: name,
        detail: email,
        to: `${paths.users}?${new URLSearchParams({ search: email })}`,
      })),
    },
    {
      title: texts.documents,
      items: documents.map(({ id, kind, transfer_code }) => ({
        label: transfer_code,
        detail: texts.kinds[kind],
        to: pathTo(paths.stockDocument, { modulePrefix: kind, id }),
      })),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** To the panel with what is owed to that promoter. */
export function promoterOf({ id, name }: { id: number; name: string }): Found {
  return {
    label: name,
    detail: '',
    to: `${paths.moderation}?${new URLSearchParams({ promoter: String(id) })}`,
  };
}
