import { texts } from './texts.ts';

/** Who may use the API for the user beside this page: clients, authorized applications, personal tokens. */
export function CredentialsScreen() {
  return <p>{texts.title}</p>;
}
