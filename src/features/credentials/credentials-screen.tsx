import { useId } from 'react';
import type { Elements } from '#ui/elements.ts';
import { Panel } from '#ui/panel.tsx';
import { Applications } from './applications/applications.tsx';
import { Clients } from './clients/clients.tsx';
import styles from './credentials.module.css';
import { texts } from './texts.ts';
import { PersonalTokens } from './tokens/personal-tokens.tsx';

/** Who may use the API for the user beside this page: clients, authorized applications, personal tokens. */
export function CredentialsScreen() {
  return (
    <div className={styles.screen}>
      <CredentialPanel heading={texts.clients} why={texts.clientsWhy}>
        <Clients />
      </CredentialPanel>
      <CredentialPanel heading={texts.applications} why={texts.applicationsWhy}>
        <Applications />
      </CredentialPanel>
      <CredentialPanel heading={texts.tokens} why={texts.tokensWhy}>
        <PersonalTokens />
      </CredentialPanel>
    </div>
  );
}

type CredentialPanelProps = { heading: string; why: string; children: Elements };

function CredentialPanel({ heading, why, children }: CredentialPanelProps) {
  const headingId = useId();
  return (
    <Panel aria-labelledby={headingId}>
      <div>
        <h2 id={headingId} lang="en" className={styles.heading}>
          {heading}
        </h2>
        <p className={styles.why}>{why}</p>
      </div>
      {children}
    </Panel>
  );
}
