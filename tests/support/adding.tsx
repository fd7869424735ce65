import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { EMAIL_TAKEN } from '#contract/moderation.ts';
import { AddPromoterScreen } from '#features/moderation/add/add-promoter-screen.tsx';
import { Toasts } from '#ui/toast.tsx';
import { answerOf } from './network.ts';
import { openScreen, screenPhone } from './screen.tsx';

/** The end of the address at which promoters are added. */
export const ADD = 'moderation/add';

/** A password whose spaces count. */
export const SECRET = 'Pa55 word ';

/** A desk with a network, and a backend that adds whoever is not there yet. It knows no idempotency keys. */
export async function addingDesk() {
  /** Whose accounts there are. */
  const made: { name: string; email: string }[] = [];
  const phone = await screenPhone(async request => {
    if (!request.url.endsWith(ADD)) return answerOf({}, 503);
    const { name, email } = await request.json();
    if (made.some(each => each.email === email)) return refusal({ email: [EMAIL_TAKEN] });
    made.push({ name, email });
    return answerOf({ id: made.length, name, email });
  });
  phone.network.on();
  return {
    ...phone,
    made,
    /** The requests to add somebody, so far. */
    calls: () => phone.network.seen.filter(({ path }) => path.endsWith(ADD)),
    async open(query = '') {
      const store = createStore();
      const { unmount } = openScreen(
        phone.device,
        <Provider store={store}>
          <AddPromoterScreen />
          <Toasts />
        </Provider>,
        `/promo/moderation/add${query}`,
      );
      if (query === '') await screen.findByLabelText('Имя *');
      return { store, close: unmount };
    },
  };
}

export type AddingDesk = Awaited<ReturnType<typeof addingDesk>>;

/** What newer Laravels say of fields. */
export function refusal(errors: Record<string, string[]>): Response {
  return answerOf({ message: 'Нет', errors }, 422);
}

/** A required field of the form. */
export function input(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(`${label} *`);
}

export function button(name: string): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name });
}

export function press(name: string): Promise<void> {
  return userEvent.click(button(name));
}

/** Fills in the whole form; '' leaves a field empty. */
export async function fillIn(
  values: { name?: string; email?: string; password?: string; again?: string } = {},
): Promise<void> {
  const { name = 'Вера', email = 'vera@example.com', password = SECRET, again = password } = values;
  const typed = { Имя: name, 'E-mail': email, Пароль: password, 'Повтор пароля': again };
  for (const [label, text] of Object.entries(typed)) {
    await userEvent.clear(input(label));
    if (text !== '') await userEvent.paste(text);
  }
}
