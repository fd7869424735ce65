import { useDevice } from '#state/device.ts';
import { DefinitionList } from '#ui/definition-list.tsx';
import styles from './clients.module.css';
import { texts } from './texts.ts';

/** Where somebody else's program asks for a code and for tokens. */
export function Addresses() {
  const { config } = useDevice();
  const origin = config.apiOrigin || window.location.origin;
  const rows = [
    { term: texts.authorizeAt, value: <Address>{`${origin}/oauth/authorize`}</Address> },
    { term: texts.tokenAt, value: <Address>{`${origin}/oauth/token`}</Address> },
  ];
  return (
    <div className={styles.addresses}>
      <h3 className={styles.subheading}>{texts.addresses}</h3>
      <p className={styles.why}>{texts.addressesWhy}</p>
      <DefinitionList rows={rows} />
    </div>
  );
}

function Address({ children }: { children: string }) {
  return (
    <code translate="no" className={styles.address}>
      {children}
    </code>
  );
}
