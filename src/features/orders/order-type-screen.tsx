import { useSearchParams } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { useLocal } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { House } from '#ui/icons.ts';
import { Truck } from '#ui/icons-of-screens.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { SignInLink } from '#ui/sign-in-link.tsx';
import { Tiles } from '#ui/tiles.tsx';
import { readReferences } from './offline/order-book.ts';
import styles from './order-form.module.css';
import { texts } from './texts.ts';
import { useMissingLists } from './use-missing-lists.ts';

/** At home or in the workshop; `?contact=` goes on to the form. */
export function OrderTypeScreen() {
  const [params] = useSearchParams();
  const contact = params.get('contact');
  const query = contact ? `?${new URLSearchParams({ contact })}` : '';
  const ready = useLocal(
    async context => ({
      basa: (await readReferences(context, 'basa')) !== null,
      point: (await readReferences(context, 'point')) !== null,
    }),
    [],
  );
  const isMissing = ready !== undefined && !(ready.basa && ready.point);
  const { busy, failure, load } = useMissingLists(isMissing);
  const why = busy ? texts.listsLoading : failure.why;
  const reason = (isReady: boolean | undefined) => (isReady === false ? why : undefined);
  return (
    <>
      <PageTitle>{texts.place}</PageTitle>
      <Tiles
        items={[
          {
            label: texts.home,
            note: texts.homeNote,
            to: `${paths.orderAddBasa}${query}`,
            icon: <House size={32} />,
            disabledBecause: reason(ready?.basa),
          },
          {
            label: texts.workshop,
            note: texts.workshopNote,
            to: `${paths.orderAddPoint}${query}`,
            icon: <Truck size={32} />,
            disabledBecause: reason(ready?.point),
          },
        ]}
      />
      {isMissing && (
        <div className={styles.lists}>
          {failure.signIn && <SignInLink />}
          <Button busy={busy} onClick={load}>
            {texts.loadLists}
          </Button>
        </div>
      )}
    </>
  );
}
