import { type Request, shownType } from '#contract/requests.ts';
import { isShareCounted, PROMOTER_PERCENT, promoterShare } from '#domain/promoter-share.ts';
import { formatShortDate, toWallClock, type WallClock } from '#kit/date.ts';
import { formatMoney, toKopecks } from '#kit/money.ts';
import { useDevice } from '#state/device-context.ts';
import { Chip } from '#ui/chip.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import type { Elements } from '#ui/elements.ts';
import { Clock } from '#ui/icons.ts';
import { Check } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import styles from './request-facts.module.css';
import { texts } from './texts.ts';

/** What is true of a request for whoever may see it. `mark` stands beside the code, e.g. that it is new. */
export function RequestFacts({ request, mark }: { request: Request; mark?: Elements }) {
  const { now, config } = useDevice();
  const { fullcode, state_name, client_fio, phones, paid } = request;
  return (
    <>
      <Panel className={styles.card} aria-label={texts.client}>
        <div className={styles.head}>
          <h2 className={styles.client}>{client_fio}</h2>
          <span className="numbers">{fullcode}</span>
          {mark}
          {state_name && <Chip>{state_name}</Chip>}
          <Chip
            tone={paid === 1 ? 'ok' : 'neutral'}
            icon={paid === 1 ? <Check size={16} /> : <Clock size={16} />}
          >
            {texts.paid[paid]}
          </Chip>
        </div>
        {phones.map(({ full_phone }) => (
          <PhoneLink key={full_phone} phone={full_phone} name={client_fio} kind="primary" />
        ))}
      </Panel>
      <Panel className={styles.card} aria-label={texts.title}>
        <DefinitionList rows={rowsOf(request, toWallClock(now(), config.zone))} />
        <ShareRow request={request} />
      </Panel>
    </>
  );
}

function rowsOf(request: Request, now: WallClock) {
  const { work_name, district_name, address, broken, date_add, created_at, tofirm } = request;
  return [
    { term: texts.typeTerm, value: texts.type[shownType(request)] },
    { term: texts.work, value: work_name },
    { term: texts.district, value: district_name },
    { term: texts.address, value: address },
    { term: texts.broken, value: broken },
    { term: texts.date, value: formatShortDate(date_add || created_at, now, true) },
    { term: texts.amount, value: tofirm === null ? texts.amountUnknown : formatMoney(tofirm) },
  ];
}

function ShareRow({ request }: { request: Request }) {
  const { money, how } = countShare(request);
  return (
    <details className={styles.share}>
      <summary>
        <span>{`${texts.percent}: ${money || texts.percentUnknown}`}</span>
        {isShareCounted(request) && <span className={styles.counted}>{uiTexts.countedHere}</span>}
        <span className={styles.how}>{texts.howCounted}</span>
      </summary>
      <p>{how}</p>
    </details>
  );
}

/**
 * The promoter's share of one request and how it came about: the firm's figure where it gives one, else 30 % of the
 * amount; null amount: nothing can be counted yet.
 */
export function countShare({ tofirm, percent, state }: Pick<Request, 'tofirm' | 'percent' | 'state'>) {
  const rate = String(PROMOTER_PERCENT);
  if (state === 'cancelled' && percent === null) return { money: texts.percentNone, how: texts.countedNever };
  if (tofirm === null)
    return { money: percent === null ? '' : formatMoney(percent), how: texts.countedLater(rate) };
  const own = promoterShare(tofirm);
  const isOwn = percent === null || toKopecks(percent) === toKopecks(own);
  const words = isOwn ? texts.countedFrom : texts.countedByFirm;
  return { money: formatMoney(percent ?? own), how: words(rate, formatMoney(tofirm), formatMoney(own)) };
}
