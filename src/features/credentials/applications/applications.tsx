import { listAuthorizedTokens, revokeAuthorizedToken, type Token } from '#contract/credentials.ts';
import { AccessPanel } from '../access/access-panel.tsx';
import { texts as access } from '../access/texts.ts';
import { useCredentialList } from '../shared/use-credential-list.ts';
import { texts } from './texts.ts';

const nameOf = ({ client }: Token) => client?.name || access.nameless;

/** The applications that may act for the user, and the way to end that. */
export function Applications() {
  const list = useCredentialList(listAuthorizedTokens);
  return (
    <AccessPanel
      name="authorized-applications"
      revoke={revokeAuthorizedToken}
      list={list}
      nameOf={nameOf}
      texts={texts}
    />
  );
}
