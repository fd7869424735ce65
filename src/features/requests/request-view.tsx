import type { Request } from '#contract/requests.ts';
import { formatDate } from '#kit/date.ts';
import { formatMoney } from '#kit/money.ts';
import { formatPhone } from '#kit/phone.ts';
import type { RequestRow } from '#storage/cache-db.ts';
import { Button } from '#ui/button.tsx';
import { Share2 } from '#ui/icons-of-screens.ts';
import { shareText } from '#ui/share-text.ts';
import { notify } from '#ui/toast.tsx';
import { NewChip } from './new-chip.tsx';
import { OrderAgain } from './order-again.tsx';
import styles from './request.module.css';
import { RequestFacts } from './request-facts.tsx';
import { texts } from './texts.ts';
import { useChanged } from './use-changed.ts';

/** Everything that a promoter's device knows of a request, and what can be done with it there. */
export function RequestView({ request }: { request: RequestRow }) {
  const isChanged = useChanged().some(({ id }) => id === request.id);
  const { fullcode } = request;
  const handleShare = async () => {
    const result = await shareText(texts.titleOf(fullcode), requestText(request));
    if (result === 'copied') notify({ title: texts.titleOf(fullcode), message: texts.copied });
    if (result === 'failed')
      notify({ type: 'warning', title: texts.titleOf(fullcode), message: texts.copyFailed });
  };
  return (
    <>
      <RequestFacts request={request} mark={isChanged && <NewChip request={request} />} />
      <div className={styles.actions}>
        <OrderAgain request={request} />
        <Button icon={<Share2 size={20} />} onClick={() => void handleShare()}>
          {texts.share}
        </Button>
      </div>
    </>
  );
}

/** A request as plain text, for sending it to somebody. */
function requestText(request: Request): string {
  const { fullcode, state_name, client_fio, phones, work_name, address, broken, date_add, tofirm } = request;
  const lines = [
    `${texts.titleOf(fullcode)} (${texts.type[request.type]})`,
    state_name,
    client_fio,
    ...phones.map(phone => formatPhone(phone.full_phone)),
    work_name,
    address,
    broken,
    formatDate(date_add),
    tofirm === null ? '' : `${texts.amount}: ${formatMoney(tofirm)}`,
  ];
  return lines.filter(Boolean).join('\n');
}
