import type * as v from 'valibot';
import type { Client } from '#contract/credentials.ts';
import { fields, text } from '#validation/fields.ts';
import { texts } from './texts.ts';

/** What is typed of a client. The form refuses nothing itself, as the specification says: servers differ. */
export const ClientForm = fields({
  name: text(texts.name),
  redirect: text(texts.redirect),
});
export type ClientForm = v.InferOutput<typeof ClientForm>;

/** What the form starts from; null for a new client. */
export function toFormValues(client: Client | null): ClientForm {
  return client ? { name: client.name, redirect: client.redirect } : { name: '', redirect: '' };
}

/** Whether its server can replace the secret: ours, which tells when a client was last used. */
export function canReplaceSecret(client: Client | null): boolean {
  return client?.last_used_at !== undefined;
}

/** Whether a client has these values; servers write the commas as they like. */
export function hasValues(client: Client, { name, redirect }: ClientForm): boolean {
  return client.name === name && splitRedirects(client.redirect).join() === splitRedirects(redirect).join();
}

/** The addresses of a client, each once, from commas or lines. */
export function splitRedirects(redirect: string): string[] {
  const parts = redirect.split(/[,\n]/).map(part => part.trim());
  return [...new Set(parts.filter(Boolean))];
}
