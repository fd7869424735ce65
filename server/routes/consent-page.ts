/** The only screens that the server draws itself: a user's consent, and why there is none. No script, no file beside. */
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Scope } from '#contract/endpoint.ts';
import { type AuthorizationRequest, PARAMETERS } from '../auth/authorization-request.ts';
import { SCOPE_TITLES } from '../auth/authorize-call.ts';
import { CONSENT_STYLE } from './consent-style.ts';

const STYLE_HASH = createHash('sha256').update(CONSENT_STYLE).digest('base64');

type Markup = ReturnType<typeof html>;

/** Nothing but this one sheet is loaded, and the form leads here and on to the client alone. */
export function consentPolicy(redirectUri?: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${redirectUri ? ` ${sourceOf(redirectUri)}` : ''}`,
  ].join('; ');
}

/** A policy cannot name every host: an IPv6 address is none to it, and a strange letter would begin something else. */
function sourceOf(redirectUri: string): string {
  const { origin, protocol } = new URL(redirectUri);
  return /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin) ? origin : protocol;
}

function frame(title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(CONSENT_STYLE)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>`;
}

/** What the user has typed, and what came of it. */
export type Attempt = { email: string; problem: string };

const PROBLEM = 'problem';

/** Asks the user. Names of others are set apart, so that no letter of theirs turns the text around. */
export function consentPage(request: AuthorizationRequest, scopes: Scope[], attempt?: Attempt): Markup {
  const { client, redirectUri } = request;
  const { host } = new URL(redirectUri);
  return frame(
    attempt ? 'Ошибка: доступ для приложения' : 'Доступ для приложения',
    html`<h1>Разрешить доступ?</h1>
<p>Приложение <strong><bdi>${client.name}</bdi></strong> просит доступ к вашей учетной записи.</p>
<dl>
<div><dt>Зарегистрировал</dt><dd><bdi>${client.registrant ?? 'Фирма'}</bdi></dd></div>
<div><dt>После ответа вы перейдете на</dt><dd><bdi>${host}</bdi></dd></div>
</dl>
<h2>Что ему станет можно</h2>
<ul>${scopes.map(scope => html`<li>${SCOPE_TITLES[scope]}</li>`)}</ul>
<p class="note">Чего не можете вы, не сможет и приложение. Пароль оно не узнает, а доступ вы в любой день отзовете на экране «Приложения и токены».</p>
${attempt ? html`<p class="alert" role="alert" id="${PROBLEM}">${attempt.problem}</p>` : ''}
${form(request, attempt)}`,
  );
}

function form({ params }: AuthorizationRequest, attempt: Attempt | undefined): Markup {
  const hidden = PARAMETERS.flatMap(name => {
    const value = params[name];
    return value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`];
  });
  const fault = attempt ? ` aria-invalid="true" aria-describedby="${PROBLEM}"` : '';
  // What the first page says is to be read first; after a mistake it is known, and on a phone out of sight.
  const again = attempt ? ' autofocus' : '';
  return html`<form method="post" action="/oauth/authorize">
${hidden}
<label for="email">E-mail</label>
<input id="email" name="email" type="email" value="${attempt?.email ?? ''}" autocomplete="username" required${raw(fault)}>
<label for="password">Пароль</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${raw(fault + again)}>
<div class="buttons">
<button class="allow" name="decision" value="allow">Разрешить</button>
<button name="decision" value="deny" formnovalidate>Отказать</button>
</div>
</form>`;
}

export function refusalPage(title: string, text: string): Markup {
  return frame(title, html`<h1>${title}</h1>\n<p>${text}</p>`);
}
