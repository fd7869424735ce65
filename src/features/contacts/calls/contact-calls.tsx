import { useSetAtom } from 'jotai';
import { useId } from 'react';
import { useLocal } from '#state/local.ts';
import { postCallAtom } from '#state/post-call-atom.ts';
import { useMoment } from '#state/use-moment.ts';
import type { Call } from '#storage/outbox-db.ts';
import { readCallsTo } from '#sync/phone-calls.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Clock } from '#ui/icons.ts';
import { PhoneOutgoing } from '#ui/icons-of-screens.ts';
import { type ContactView, contactName } from '../offline/contact-book.ts';
import { CallBackDone } from './call-backs.tsx';
import { describeCallBack, callTexts as texts } from './call-texts.ts';
import styles from './calls.module.css';

/** When a contact is to be called back; nothing where nobody waits for it. */
export function ContactCallBack({ contact }: { contact: ContactView }) {
  const { calls, now } = useCalls(contact);
  const due = calls.find(call => call.callBackOn !== '');
  if (!due) return null;
  const { text, isOverdue } = describeCallBack(due.callBackOn, now);
  return (
    <div className={styles.who}>
      <Chip tone={isOverdue ? 'err' : 'warn'} icon={<Clock size={16} />}>
        {texts.callBackOn(text)}
      </Chip>
      <CallBackDone call={due} name={contactName(contact)} />
    </div>
  );
}

/** The calls to a contact from this device, the newest first; of the last one the outcome can be told later. */
export function ContactCalls({ contact }: { contact: ContactView }) {
  const { calls } = useCalls(contact);
  const moment = useMoment();
  const titleId = useId();
  if (calls.length === 0) return null;
  return (
    <section className={styles.stack} aria-labelledby={titleId}>
      <h3 id={titleId}>{texts.calls}</h3>
      <ul className={styles.stack}>
        {calls.map((call, at) => (
          <li key={call.id}>
            <p className={styles.last}>
              <PhoneOutgoing size={16} />
              <span>{texts.lastCall(whatCame(call, moment(call.at)))}</span>
            </p>
            {call.note !== '' && <p className={styles.note}>{texts.noteOf(call.note)}</p>}
            {at === 0 && call.outcome === '' && <AskOutcome call={call} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AskOutcome({ call }: { call: Call }) {
  const ask = useSetAtom(postCallAtom);
  return (
    <Button kind="quiet" onClick={() => ask(call)}>
      {texts.howWasIt}
    </Button>
  );
}

function whatCame({ outcome }: Call, when: string): string {
  return [when, texts.outcome[outcome]].filter(Boolean).join(', ');
}

const NOTHING = { calls: [], now: '' };

function useCalls({ key, phones }: ContactView) {
  const reading = useLocal(
    async ({ db, ownerKey, now, wallClock }) => ({
      calls: await readCallsTo(db, ownerKey, { key, phones }),
      now: wallClock(now()),
    }),
    [key, phones.join()],
  );
  return reading ?? NOTHING;
}
