import { type KeyboardEvent, type Ref, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { paths, pathTo } from '#domain/paths.ts';
import {
  ContactDetails,
  ContactList,
  type ContactView,
  contactName,
  DeleteContact,
  readContact,
  UnseenContact,
} from '#features/contacts/index.ts';
import { readLastJob } from '#features/orders/index.ts';
import { useLocal } from '#state/local.ts';
import { LinkButton } from '#ui/button.tsx';
import { Users } from '#ui/icons.ts';
import { RefreshCw } from '#ui/icons-of-screens.ts';
import { EmptyState } from '#ui/page-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { SplitView } from '#ui/split-view.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { ContactOrders } from './contact-orders.tsx';
import { type LastJob, readContactOrders } from './read-contact-orders.ts';
import { texts } from './texts.ts';

/** Whether the list is one step back, as it was; or beside the contact, which was chosen there. */
type FromList = { isFromList: boolean; isChosen: boolean };

/** The promoter's book, and the page of one contact; where there is room for both, the page beside the book. */
export function ContactsScreen() {
  const { id = null } = useParams();
  const isWide = useMedia(WIDE);
  const [deleting, setDeleting] = useState<ContactView | null>(null);
  const shown = useShownContact(id);
  const leave = useLeave();
  const chosen = shown?.contact?.key ?? id;
  const linkTo = useCallback(
    (contact: ContactView, search: string) => {
      const pathname = pathTo(paths.contactCard, { id: contact.key });
      const state: FromList = { isFromList: !isWide, isChosen: isWide };
      return isWide ? { to: { pathname, search }, replace: true, state } : { to: pathname, state };
    },
    [isWide],
  );
  const list = (
    <ContactList chosen={isWide ? chosen : null} linkTo={linkTo} onDelete={setDeleting} again={againOf} />
  );
  const page = id !== null && <ShownContact id={id} shown={shown} isWide={isWide} onDelete={setDeleting} />;
  const pane = () => page || <EmptyState icon={<Users size={40} />}>{texts.chooseOne}</EmptyState>;
  return (
    <>
      {isWide && <PageTitle>{texts.contacts}</PageTitle>}
      {isWide ? (
        <SplitView label={texts.details} pane={pane}>
          {list}
        </SplitView>
      ) : (
        page || list
      )}
      {deleting && (
        <DeleteContact
          contact={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => deleting.key === chosen && leave()}
        />
      )}
    </>
  );
}

/** Back to the list: one step back where it is there, so that it is as it was. */
function useLeave(): () => void {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  return () => {
    const { isFromList = false } = Object(state) as Partial<FromList>; // history state is untyped
    if (isFromList) navigate(-1);
    else navigate({ pathname: paths.contacts, search }, { replace: true });
  };
}

type Shown = { contact: ContactView | null };

/** The contact of the address, by any of its keys; undefined until it was read, null if this device has none. */
function useShownContact(id: string | null): Shown | undefined {
  const reading = useLocal(
    async context => ({ id, contact: id === null ? null : await readContact(context, id) }),
    [id],
  );
  return reading?.id === id ? reading : undefined;
}

type ShownContactProps = {
  id: string;
  shown: Shown | undefined;
  isWide: boolean;
  onDelete: (contact: ContactView) => void;
};

function ShownContact({ id, shown, isWide, onDelete }: ShownContactProps) {
  if (!shown) return <Skeleton cards={1} />;
  const { contact } = shown;
  if (!contact) return <UnseenContact key={id} id={id} />;
  if (isWide) return <ContactPane contact={contact} onDelete={onDelete} />;
  return (
    <>
      <PageTitle>{contactName(contact)}</PageTitle>
      <ContactPage contact={contact} onDelete={onDelete} />
    </>
  );
}

type ContactPageProps = {
  contact: ContactView;
  onDelete: (contact: ContactView) => void;
  titleRef?: Ref<HTMLHeadingElement>;
};

/** Beside the list: whoever chooses a contact there goes on in the pane, and Escape leads back to the row. */
function ContactPane(props: ContactPageProps) {
  const { key } = props.contact;
  const { state } = useLocation();
  const { isChosen = false } = Object(state) as Partial<FromList>; // history state is untyped
  const title = useRef<HTMLHeadingElement>(null);
  // With the commit that shows the name: until a later effect, what is typed would go elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another contact is chosen by another key
  useLayoutEffect(() => {
    if (isChosen) title.current?.focus();
  }, [isChosen, key]);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') document.querySelector<HTMLElement>('article [aria-current]')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a short cut; every control has a key of its own
    <div onKeyDown={handleKey}>
      <ContactPage {...props} titleRef={title} />
    </div>
  );
}

function ContactPage({ contact, onDelete, titleRef }: ContactPageProps) {
  const orders = useLocal(context => readContactOrders(context, contact), [contact]);
  return (
    <ContactDetails
      contact={contact}
      onDelete={onDelete}
      titleRef={titleRef}
      again={orders?.last && <OrderAgain contact={contact} last={orders.last} />}
    >
      {orders && <ContactOrders {...orders} />}
    </ContactDetails>
  );
}

/** The way to the last order again, for the only contact that was found. */
const againOf = (contact: ContactView) => <AgainOf key={contact.key} contact={contact} />;

function AgainOf({ contact }: { contact: ContactView }) {
  const last = useLocal(context => readLastJob(context, contact), [contact]);
  return last && <OrderAgain contact={contact} last={last} />;
}

/** The form of the last order, which fills itself with what was ordered then. */
function OrderAgain({ contact, last }: { contact: ContactView; last: LastJob }) {
  const form = last.type === 'point' ? paths.orderAddPoint : paths.orderAddBasa;
  const query = new URLSearchParams({ contact: contact.key, repeat: '1' });
  return (
    <LinkButton to={`${form}?${query}`} size="large" icon={<RefreshCw size={20} />}>
      {texts.again(last.words)}
    </LinkButton>
  );
}
