import { NewChip } from '#features/requests/index.ts';
import { formatDay } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { DayGroup } from '#ui/day-group.tsx';
import { ChevronRight } from '#ui/icons.ts';
import { Check } from '#ui/icons-of-screens.ts';
import { PhoneLink } from '#ui/phone-link.tsx';

import { type ChosenRequest, useChosenRequest } from './order-filter.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

export type RequestCardsProps = {
  requests: readonly RequestRow[];
  /** The firm's wall clock. */
  today: string;
  /** Ids of those that changed since the user saw them. */
  changed: ReadonlySet<number>;
};

/** The requests day by day, in the server's order. */
export function RequestCards({ requests, today, changed }: RequestCardsProps) {
  const choice = useChosenRequest();
  return groupByDay(requests).map(group => (
    <DayGroup key={group.requests[0]?.id} title={formatDay(group.day, today)}>
      {group.requests.map(request => (
        <RequestCard key={request.id} request={request} isChanged={changed.has(request.id)} choice={choice} />
      ))}
    </DayGroup>
  ));
}

type RequestCardProps = { request: RequestRow; isChanged: boolean; choice: ChosenRequest };

function RequestCard({ request, isChanged, choice }: RequestCardProps) {
  const { client_fio, fullcode, code_number, state_name, percent, paid, phones } = request;
  return (
    <Card
      title={client_fio}
      {...(choice.chosen === code_number ? { tint: 'primary' as const } : {})}
      meta={
        <>
          <span className="numbers">{fullcode}</span>
          {isChanged && <NewChip request={request} />}
          {state_name && <Chip>{state_name}</Chip>}
          {paid === 1 && (
            <Chip tone="ok" icon={<Check size={16} />}>
              {texts.paid}
            </Chip>
          )}
        </>
      }
    >
      <div className={styles.phones}>
        {phones.map(({ full_phone }) => (
          <PhoneLink key={full_phone} phone={full_phone} name={client_fio} />
        ))}
      </div>
      <div className={styles.row}>
        {percent !== null && percent > 0 && <p className="numbers">{texts.percent(formatMoney(percent))}</p>}
        <LinkButton
          kind="quiet"
          {...choice.linkTo(code_number)}
          aria-current={choice.chosen === code_number ? 'true' : undefined}
          icon={<ChevronRight size={20} />}
        >
          {texts.openRequest(fullcode)}
        </LinkButton>
      </div>
    </Card>
  );
}

type Dated = { created_at: string; date_add: string };

type DayOf<Row> = { day: string; requests: Row[] };

/** Neighbours of one day together; the server's order is kept, so a day that comes again is a group of its own. */
function groupByDay<Row extends Dated>(requests: readonly Row[]): DayOf<Row>[] {
  const groups: DayOf<Row>[] = [];
  for (const request of requests) {
    const day = (request.created_at || request.date_add).slice(0, 10);
    const last = groups.at(-1);
    if (last?.day === day) last.requests.push(request);
    else groups.push({ day, requests: [request] });
  }
  return groups;
}
