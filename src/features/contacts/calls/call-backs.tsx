import { useRef } from 'react';
import { paths } from '#domain/paths.ts';
import type { WallClock } from '#kit/date.ts';
import { formatPhone } from '#kit/phone.ts';
import { useLocal } from '#state/local.ts';
import { useCallCommands } from '#state/phone-calls.ts';
import type { Call } from '#storage/outbox-db.ts';
import { readCallBacks } from '#sync/phone-calls.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { ClipboardList, Clock } from '#ui/icons.ts';
import { Check } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { PhoneLink } from '#ui/phone-link.tsx';
import { notify } from '#ui/toast.tsx';
import { contactName, readContact } from '../offline/contact-book.ts';
import { texts as contactTexts } from '../texts.ts';
import { describeCallBack, callTexts as texts } from './call-texts.ts';
import styles from './calls.module.css';

/** Who is to be called back today, or was to be before; nothing while there is nobody. */
export function CallBacks() {
  const due = useLocal(readCallBacksDue, []);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!due || due.callBacks.length === 0) return null;
  return (
    <Panel aria-label={texts.callBacks}>
      <h2 ref={heading} tabIndex={-1}>
        {texts.callBacks}
      </h2>
      <ul className={styles.rows}>
        {due.callBacks.map(callBack => (
          <CallBackRow
            key={callBack.call.id}
            callBack={callBack}
            now={due.now}
            onSettled={() => heading.current?.focus()}
          />
        ))}
      </ul>
    </Panel>
  );
}

type CallBackRowProps = {
  callBack: Awaited<ReturnType<typeof readCallBacksDue>>['callBacks'][number];
  now: WallClock;
  onSettled: () => void;
};

function CallBackRow({ callBack, now, onSettled }: CallBackRowProps) {
  const { call, contact } = callBack;
  const name = (contact ? contactName(contact) : call.name) || formatPhone(call.phone);
  const { text, isOverdue } = describeCallBack(call.callBackOn, now);
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <span className={styles.name}>{name}</span>
        <Chip tone={isOverdue ? 'err' : 'warn'} icon={<Clock size={16} />}>
          {text}
        </Chip>
      </div>
      {call.note !== '' && <p className={styles.note}>{call.note}</p>}
      <PhoneLink phone={call.phone} name={name} contact={call.contact} kind="primary" />
      <div className={styles.actions}>
        {contact !== null && (
          <LinkButton
            to={`${paths.orderAdd}?contact=${encodeURIComponent(contact.key)}`}
            icon={<ClipboardList size={20} />}
          >
            {contactTexts.order}
          </LinkButton>
        )}
        <CallBackDone call={call} name={name} onSettled={onSettled} />
      </div>
    </li>
  );
}

type CallBackDoneProps = { call: Call; name: string; onSettled?: () => void };

/** Nobody has to be called back any more; this can be taken back. */
export function CallBackDone({ call, name, onSettled }: CallBackDoneProps) {
  const { settle, reopen } = useCallCommands();
  const handleDone = async () => {
    await settle(call);
    onSettled?.();
    const action = { label: contactTexts.takeBack, onSelect: () => void reopen(call) };
    notify({ title: texts.callBack, message: `${name}: ${texts.settled}`, action });
  };
  return (
    <Button icon={<Check size={20} />} aria-label={texts.doneWith(name)} onClick={() => void handleDone()}>
      {texts.done}
    </Button>
  );
}

/** Who is to be called until tonight, the longest due first; `contact` null: it is gone, or never was one. */
async function readCallBacksDue(context: ReadContext) {
  const now = context.wallClock(context.now());
  const calls = await readCallBacks(context.db, context.ownerKey, now.slice(0, 10));
  const callBacks = calls.map(async call => {
    const contact = call.contact === '' ? null : await readContact(context, call.contact);
    return { call, contact: contact?.isDeleting ? null : contact };
  });
  return { callBacks: await Promise.all(callBacks), now };
}
