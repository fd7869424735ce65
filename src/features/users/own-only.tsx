import { useEndImpersonation } from '#state/end-impersonation.ts';
import { useSession } from '#state/session.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/page-states.tsx';

const texts = {
  why: (name: string) => `Вы работаете как ${name}, а этот раздел открывается только под своим именем.`,
  back: 'Вернуться к себе',
} as const;

/** In place of a screen that is closed while one works as another. */
export function OwnOnly() {
  const { user } = useSession();
  const { endImpersonation, isEnding } = useEndImpersonation();
  const back = (
    <Button kind="primary" busy={isEnding} onClick={endImpersonation}>
      {texts.back}
    </Button>
  );
  return <EmptyState action={back}>{texts.why(user?.name ?? '')}</EmptyState>;
}
