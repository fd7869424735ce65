/** The sheet of the consent page, with the page's own colours; its hash is in the policy, so it is one text. */
export const CONSENT_STYLE = `
:root { color-scheme: light dark; --bg: #f4f6f8; --surface: #fff; --text: #16212b; --muted: #53606c; --border: #d5dce3;
  --control: #7a8894; --primary: #0b5c8c; --on-primary: #fff; --err: #b3261e; --err-soft: #fce8e6 }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0f161c; --surface: #18222b; --text: #e7edf2; --muted: #a3b0bc; --border: #2c3944; --control: #7e8d9a;
    --primary: #6fb8e6; --on-primary: #06202f; --err: #f4938b; --err-soft: #40140f }
}
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--bg); color: var(--text);
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere }
main { max-width: 30rem; margin: 0 auto; padding: 16px; background: var(--surface); border: 1px solid var(--border);
  border-radius: 12px }
h1 { margin: 0 0 12px; font-size: 1.25rem; line-height: 1.4 }
h2 { margin: 16px 0 4px; font-size: 1rem }
p, ul, dl { margin: 0 0 12px }
ul { padding-left: 20px }
dl > div { margin-bottom: 4px }
dt { color: var(--muted); font-size: .875rem }
dd { margin: 0 }
.note { color: var(--muted); font-size: .875rem }
.alert { padding: 12px; border: 1px solid var(--err); border-radius: 8px; background: var(--err-soft) }
label { display: block; margin: 12px 0 4px; font-weight: 600 }
input:not([type=hidden]) { width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--control); border-radius: 8px;
  background: var(--surface); color: inherit; font: inherit }
input[aria-invalid] { border-color: var(--err) }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 16px }
button { flex: 1 1 8rem; min-height: 48px; padding: 8px 16px; border: 1px solid var(--control); border-radius: 8px;
  background: var(--surface); color: inherit; font: inherit; font-weight: 600; cursor: pointer }
.allow { border-color: var(--primary); background: var(--primary); color: var(--on-primary) }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px }
`;
