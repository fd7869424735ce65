import { paths, pathTo } from '#domain/paths.ts';
import { formatDay } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { DayGroup } from '#ui/day-group.tsx';
import { Check, ChevronRight } from '#ui/icons.ts';
import { PhoneLink } from '#ui/phone-link.tsx';
import { groupByDay } from './group-by-day.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** The requests day by day, in the server's order. `today` is the firm's wall clock. */
export function RequestCards({ requests, today }: { requests: readonly RequestRow[]; today: string }) {
  return groupByDay(requests).map(group => (
    <DayGroup key={group.requests[0]?.id} title={formatDay(group.day, today)}>
      {group.requests.map(request => (
        <RequestCard key={request.id} request={request} />
      ))}
    </DayGroup>
  ));
}

function RequestCard({ request }: { request: RequestRow }) {
  const { client_fio, fullcode, code_number, state_name, percent, paid, phones } = request;
  return (
    <Card
      title={client_fio}
      meta={
        <>
          <span className="numbers">{fullcode}</span>
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
          to={pathTo(paths.request, { codeNumber: code_number })}
          icon={<ChevronRight size={20} />}
        >
          {texts.openRequest(fullcode)}
        </LinkButton>
      </div>
    </Card>
  );
}
