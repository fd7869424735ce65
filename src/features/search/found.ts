import { FOUND_MAX, type SearchAnswer } from '#contract/search.ts';
import { paths, pathTo } from '#domain/paths.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { formatPhoneInText } from '#kit/phone.ts';
import { choicesOf } from '#ui/picker/choices.ts';
import { findChoices } from '#ui/picker/match.ts';
import type { MenuLink } from '#ui/screen-links.tsx';
import { allWays, wholeMenu } from '#ui/side-menu.tsx';
import { texts } from './texts.ts';

/** One place to go to; `detail` tells it from others of the same name. */
export type Found = { label: string; detail: string; to: string };

/** What is shown of one kind; `isCut`: there are more. */
export type FoundGroup = { title: string; items: readonly Found[]; isCut: boolean };

/** Of one kind as many as are shown; the title says where there are more. */
export function groupOf(kind: string, found: readonly Found[]): FoundGroup {
  const isCut = found.length > FOUND_MAX;
  return { title: isCut ? texts.firstOf(kind, FOUND_MAX) : kind, items: found.slice(0, FOUND_MAX), isCut };
}

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
  const groups = [
    groupOf(texts.promoters, promoters.map(promoterOf)),
    groupOf(texts.requests, requests.map(requestOf)),
    groupOf(
      texts.reports,
      reports.map(({ id, name }) => ({
        label: texts.reportOf(id),
        detail: name,
        to: pathTo(paths.moderationReport, { id }),
      })),
    ),
    groupOf(
      texts.payments,
      payments.map(({ id, name, share }) => ({
        label: texts.paymentOf(id),
        detail: `${name}, ${formatMoney(share)}`,
        to: pathTo(paths.moderationPayment, { id }),
      })),
    ),
    groupOf(
      texts.users,
      users.map(({ name, email }) => ({
        label: name,
        detail: email,
        to: `${paths.users}?${new URLSearchParams({ search: email })}`,
      })),
    ),
    groupOf(
      texts.documents,
      documents.map(({ id, kind, transfer_code }) => ({
        label: transfer_code,
        detail: texts.kinds[kind],
        to: pathTo(paths.stockDocument, { modulePrefix: kind, id }),
      })),
    ),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function requestOf(request: SearchAnswer['requests'][number]): Found {
  const { id, fullcode, client, phone, state, name, date, address } = request;
  return {
    label: `${fullcode} ${client}`,
    detail: [formatDate(date), address, state, formatPhoneInText(phone), texts.of(name)]
      .filter(Boolean)
      .join(', '),
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
