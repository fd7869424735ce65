import { useSetAtom } from 'jotai';
import { toWallClock } from '#kit/date.ts';
import { askedCallAtom } from '#state/asked-call.ts';
import { useLastCall } from '#state/calls.ts';
import { useDevice } from '#state/device.ts';
import { Button } from '#ui/button.tsx';
import { PhoneOutgoing } from '#ui/icons-of-screens.ts';
import { describeCallTime } from './call-back-days.ts';
import { callTexts as texts } from './call-texts.ts';
import styles from './calls.module.css';

type ContactCallsProps = { contact: string; phones: readonly string[]; open: boolean };

/** «Звонок: сегодня, 14:05»; unfolded, also what came of it, or the way to say so. */
export function ContactCalls({ contact, phones, open }: ContactCallsProps) {
  const call = useLastCall(contact, phones);
  const device = useDevice();
  const ask = useSetAtom(askedCallAtom);
  if (!call) return null;
  const wallClock = (instantMs: number) => toWallClock(instantMs, device.config.zone);
  const words = [
    texts.lastCall(describeCallTime(wallClock(call.at), wallClock(device.now()))),
    texts.outcome[call.outcome],
  ];
  return (
    <>
      <p className={styles.last}>
        <PhoneOutgoing size={16} />
        {words.filter(Boolean).join(', ')}
      </p>
      {open && call.note !== '' && <p className={styles.note}>{texts.noteOf(call.note)}</p>}
      {open && call.outcome === '' && (
        <Button kind="quiet" onClick={() => ask(call)}>
          {texts.howWasIt}
        </Button>
      )}
    </>
  );
}
