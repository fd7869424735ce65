import type { Request } from '#contract/requests.ts';
import { paths } from '#domain/paths.ts';
import { contactName, findByPhones } from '#features/contacts/index.ts';
import { normaliseText } from '#kit/normalise-text.ts';
import { type LocalContext, useLocal } from '#state/local.ts';
import { LinkButton } from '#ui/button.tsx';
import { RefreshCw } from '#ui/icons-of-screens.ts';
import { texts } from './texts.ts';

/** Leads to the form of the same kind for the same person, if this device knows whom the phones belong to. */
export function OrderAgain({ request }: { request: Request }) {
  const contact = useLocal(context => readClient(context, request), [request.id]);
  if (!contact) return null;
  const form = request.type === 'point' ? paths.orderAddPoint : paths.orderAddBasa;
  return (
    <LinkButton to={`${form}?${new URLSearchParams({ contact })}`} icon={<RefreshCw size={20} />}>
      {texts.orderAgain}
    </LinkButton>
  );
}

/** The key of the request's contact. Of several people behind one phone the one with the client's name. */
async function readClient(context: LocalContext, { phones, client_fio }: Request): Promise<string | null> {
  const found = await findByPhones(
    context,
    phones.map(phone => phone.full_phone),
  );
  const words = (name: string) => normaliseText(name).split(' ').sort().join(' ');
  const named = found.find(contact => words(contactName(contact)) === words(client_fio));
  return (named ?? found[0])?.key ?? null;
}
