/** The consent page as a browser without scripts has it: read, filled in, sent. */
import { type HTMLInputElement, Window } from 'happy-dom';
import { askingFor, RFC_VERIFIER, type TestClient } from './oauth.ts';
import type { TestServer } from './server.ts';

export type ConsentPage = {
  status: number;
  headers: Headers;
  html: string;
  document: Window['document'];
  /** Fills the form in and presses that button; the answer is not followed. */
  press: (button: Button, typed?: Typed) => Promise<Response>;
  /** The same where the page comes back. */
  again: (button: Button, typed?: Typed) => Promise<ConsentPage>;
};

type Button = 'Разрешить' | 'Отказать';
type Typed = { email?: string; password?: string };

/** What a browser says of itself where it stands on the page that has the form; the page lets no referrer out. */
const FROM_THE_PAGE = { origin: 'null', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };

/** Follows a link to the consent page. */
export async function openConsent(fetcher: typeof fetch, address: string): Promise<ConsentPage> {
  const response = await fetcher(address, { redirect: 'manual' });
  return readConsent(fetcher, address, response);
}

/** The same on a test server, by the link of that client with the RFC's own challenge; undefined leaves a parameter out. */
export function ask(
  server: TestServer,
  client: TestClient,
  changes: Record<string, string | undefined> = {},
): Promise<ConsentPage> {
  const question = new URLSearchParams(askingFor(client, RFC_VERIFIER, changes));
  return openConsent(server.fetch, `/oauth/authorize?${question}`);
}

async function readConsent(fetcher: typeof fetch, address: string, response: Response): Promise<ConsentPage> {
  const html = await response.text();
  const { document, FormData } = parse(html);
  const press: ConsentPage['press'] = async (name, typed = {}) => {
    const form = document.querySelector('form');
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === name,
    );
    if (!form || !button) throw new Error(`no form with ${name}: ${response.status} ${html.slice(0, 300)}`);
    for (const [type, text] of Object.entries(typed)) fieldOf(form, type).value = text;
    const fields = [...new FormData(form, button)].map(([field, value]) => [field, String(value)]);
    // A browser resolves the form's address against that of its page.
    const target = address.startsWith('/') ? actionOf(form) : new URL(actionOf(form), address).href;
    const body = new URLSearchParams(fields);
    return fetcher(target, {
      method: form.method.toUpperCase(),
      headers: FROM_THE_PAGE,
      body,
      redirect: 'manual',
    });
  };
  const again: ConsentPage['again'] = async (...how) => readConsent(fetcher, address, await press(...how));
  return { status: response.status, headers: response.headers, html, document, press, again };
}

function parse(html: string) {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true, disableCSSFileLoading: true } });
  window.document.write(html);
  return window;
}

type Form = NonNullable<ReturnType<Window['document']['querySelector']>>;

const actionOf = (form: Form) => form.getAttribute('action') ?? '';

function fieldOf(form: Form, type: string): HTMLInputElement {
  const field = form.querySelector(`input[type="${type}"]`);
  if (!field) throw new Error(`the form has no field for ${type}`);
  // It was asked for by this name.
  return field as HTMLInputElement;
}

/** Where an answer sends the browser. */
export function locationOf(response: Response): URL {
  const location = response.headers.get('location');
  if (!location) throw new Error(`the browser is sent nowhere: ${response.status}`);
  return new URL(location);
}
