import type { Client } from '#contract/credentials.ts';
import { SecretDialog } from '#ui/secret/secret-dialog.tsx';
import { canReplaceSecret } from './client-form.ts';
import { texts } from './texts.ts';

/** A client with the secret that was told when it was made or got another one. It is held nowhere else. */
export type NewSecret = { client: Client; isReplaced: boolean };

/** Shows the secret of a client, this once. Leaving the screen says what is then left to do. */
export function NewSecretDialog({ newSecret, onDone }: { newSecret: NewSecret; onDone: () => void }) {
  const { client, isReplaced } = newSecret;
  const { name, secret = '' } = client;
  const wayOut = canReplaceSecret(client) ? texts.replaceIt : texts.createAgain;
  return (
    <SecretDialog
      title={isReplaced ? texts.secretReplaced(name) : texts.secretCreated(name)}
      label={texts.secretOf(name)}
      value={secret}
      once={{
        done: texts.secretCopied,
        leave: { title: texts.leaveTitle, why: texts.leaveWhy(name, wayOut) },
      }}
      onDone={onDone}
    >
      <p>{texts.secretShownOnce}</p>
    </SecretDialog>
  );
}
