/** How a client says who it is: in the form, or in the header (RFC 6749, 2.3.1). */

type Form = Record<string, string>;

/** The form with the client that the Authorization header names, if it names one, in place of the form's own. */
export function withClient(form: Form, authorization: string | undefined): Form {
  const encoded = /^Basic +([\w+/]+=*)$/i.exec(authorization?.trim() ?? '')?.[1];
  const pair = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return form;
  return {
    ...form,
    client_id: decode(pair.slice(0, colon)),
    client_secret: decode(pair.slice(colon + 1)),
  };
}

/** Both halves are form-encoded before they are joined; some clients forget it, and what does not decode is as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
