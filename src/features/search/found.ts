import type { SearchAnswer } from '#contract/search.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatMoney } from '#kit/money.ts';
import { formatPhoneInText } from '#kit/phone.ts';
import { choicesOf } from '#ui/picker/choices.ts';
import { findChoices } from '#ui/picker/match.ts';
import type { MenuLink } from '#ui/screen-links.tsx';
import { allWays, wholeMenu } from '#ui/side-menu.tsx';
import { texts } from './texts.ts';

/** One place to go to; `detail` tells it from others of the same name. */
export type Found = { label: string; detail: string; to: string };

/** What was found of one kind. */
export type FoundGroup = { title: string; items: readonly Found[] };

/** The screens that the user may enter, those first that are meant most likely; all of them where nothing is looked for. */
export function findScreens(can: Readonly<Record<string, boolean>>, query: string): Found[] {
  const menu = wholeMenu(can).flatMap(entry => ('links' in entry ? entry.links : [entry]));
  // The same screen stands in several menus.
  const payments = { label: texts.payments, to: paths.moderationPayments, icon: null };
  const links = new Map(
    [...menu, ...(can.edit_promoters ? [payments] : []), ...allWays(can)].map((link): [string, MenuLink] => [
      link.to,
      link,
    ]),
  );
  const screens = [...links.values()].map(({ label, to }) => ({ name: label, label, to, detail: '' }));
  return query === '' ? screens : findNamed(screens, query);
}

/** Of a list that is here already, the best first. */
export function findNamed<Named extends { name: string }>(list: readonly Named[], query: string): Named[] {
  const choices = choicesOf(list.map(({ name }, id) => ({ id, name })));
  return findChoices(choices, query).flatMap(({ choice }) => list[Number(choice.option.id)] ?? []);
}

/** What the server found, as places to go to; kinds of which it found nothing are left out. */
export function groupsOf({
  promoters,
  requests,
  reports,
  payments,
  users,
  documents,
}: SearchAnswer): FoundGroup[] {
  const groups: FoundGroup[] = [
    { title: texts.promoters, items: promoters.map(promoterOf) },
    {
      title: texts.requests,
      items: requests.map(requestOf),
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
      title: texts.payments,
      items: payments.map(({ id, name, share }) => ({
        label: texts.paymentOf(id),
        detail: `${name}, ${formatMoney(share)}`,
        to: pathTo(paths.moderationPayment, { id }),
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

function requestOf({ id, fullcode, client, phone, state, name }: SearchAnswer['requests'][number]): Found {
  return {
    label: `${fullcode} ${client}`,
    detail: texts.requestOf(formatPhoneInText(phone), state, name),
    to: pathTo(paths.moderationRequest, { id }),
  };
}

/** To the panel with what is owed to that promoter. */
export function promoterOf({ id, name }: { id: number; name: string }): Found {
  return {
    label: name,
    detail: '',
    to: `${paths.moderation}?${new URLSearchParams({ promoter: String(id) })}`,
  };
}
