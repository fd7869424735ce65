import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths, pathTo } from '#domain/paths.ts';
import type { WallClock } from '#kit/date.ts';
import { formatPhone } from '#kit/phone.ts';
import { useCallCommands } from '#state/phone-calls.ts';
import type { Call } from '#storage/outbox-db.ts';
import { readCallBacks } from '#sync/phone-calls.ts';
import type { ReadContext } from '#sync/read-context.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { CallButtons } from '#ui/call-buttons.tsx';
import { classNames } from '#ui/class-names.ts';
import { ChevronDown } from '#ui/icons.ts';
import { Check } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { notify } from '#ui/toast.tsx';
import listStyles from '../contact-list.module.css';
import { contactName, readContact } from '../offline/contact-book.ts';
import { texts as contactTexts } from '../texts.ts';
import { describeCallBack, callTexts as texts } from './call-texts.ts';
import styles from './calls.module.css';

type Reading = Awaited<ReturnType<typeof readCallsToMake>>;

/** Who is to be called back: today, or before, and folded away those of other days; nothing while there is nobody. */
export function CallBacks({ callsToMake: { due, later, now } }: { callsToMake: Reading }) {
  const heading = useRef<HTMLHeadingElement>(null);
  if (due.length + later.length === 0) return null;
  const rows = (callBacks: Reading['due']) => (
    <ul>
      {callBacks.map(callBack => (
        <CallBackRow
          key={callBack.call.id}
          callBack={callBack}
          now={now}
          onSettled={() => heading.current?.focus()}
        />
      ))}
    </ul>
  );
  return (
    <Panel className={styles.callBacks} aria-label={texts.callBack}>
      <h2 ref={heading} tabIndex={-1}>
        {texts.callBack}
      </h2>
      {due.length > 0 && rows(due)}
      {later.length > 0 && (
        <details className={styles.later}>
          <summary>
            <span>{texts.otherDays(later.length)}</span>
            <ChevronDown size={20} />
          </summary>
          {rows(later)}
        </details>
      )}
    </Panel>
  );
}

type CallBackRowProps = { callBack: Reading['due'][number]; now: WallClock; onSettled: () => void };

function CallBackRow({ callBack: { call, contact }, now, onSettled }: CallBackRowProps) {
  const name = (contact ? contactName(contact) : call.name) || formatPhone(call.phone);
  const { text, isOverdue } = describeCallBack(call.callBackOn, now);
  return (
    <li className={styles.row}>
      <div className={listStyles.words}>
        {contact ? (
          <Link
            className={classNames(listStyles.name, styles.name)}
            to={pathTo(paths.contactCard, { id: contact.key })}
          >
            {name}
          </Link>
        ) : (
          <span className={classNames(listStyles.name, styles.name)}>{name}</span>
        )}
        <p className={styles.when}>
          <span className={classNames(isOverdue && styles.overdue)}>{text}</span>
          {call.note !== '' && <span>{` · ${call.note}`}</span>}
        </p>
      </div>
      <CallBackDone call={call} name={name} onSettled={onSettled} isIcon />
      <CallButtons name={name} phones={[call.phone]} contact={call.contact} />
    </li>
  );
}

type CallBackDoneProps = { call: Call; name: string; onSettled?: () => void; isIcon?: boolean };

/** Nobody has to be called back any more; this can be taken back. */
export function CallBackDone({ call, name, onSettled, isIcon }: CallBackDoneProps) {
  const { settle, restore } = useCallCommands();
  const handleDone = async () => {
    await settle(call);
    onSettled?.();
    const action = { label: contactTexts.takeBack, onSelect: () => void restore([call]) };
    notify({ title: texts.callBack, message: `${name}: ${texts.settled}`, action });
  };
  const common = { icon: <Check size={20} />, onClick: () => void handleDone() };
  if (isIcon) return <IconButton label={texts.doneWith(name)} {...common} />;
  return (
    <Button aria-label={texts.doneWith(name)} {...common}>
      {texts.done}
    </Button>
  );
}

/**
 * Who is to be called: `due` until tonight, the longest due first, `later` on another day. `contact` null: it is gone, or
 * never was one.
 */
export async function readCallsToMake(context: ReadContext) {
  const now = context.wallClock(context.now());
  const calls = await readCallBacks(context.db, context.ownerKey);
  const callBacks = await Promise.all(
    calls.map(async call => {
      const contact = call.contact === '' ? null : await readContact(context, call.contact);
      return { call, contact: contact?.isDeleting ? null : contact };
    }),
  );
  const isDue = ({ call }: { call: Call }) => call.callBackOn.slice(0, 10) <= now.slice(0, 10);
  return { due: callBacks.filter(isDue), later: callBacks.filter(each => !isDue(each)), now };
}
