import { useState } from 'react';
import { formatDate } from '#kit/date.ts';
import { useAppKept } from '#state/app-kept.ts';
import { useLocal } from '#state/local.ts';
import { useRefresh } from '#state/sync.ts';
import { Button } from '#ui/button.tsx';
import { DefinitionList } from '#ui/definition-list.tsx';
import { CircleCheck, RefreshCw, TriangleAlert } from '#ui/icons.ts';
import { join } from '#ui/join.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { readReadiness, type Stock } from './offline/readiness.ts';
import styles from './promo-home.module.css';
import { texts } from './texts.ts';

/** Whether everything that the field needs is on this device, how old it is, and one tap to refresh it. */
export function ReadinessPanel() {
  const stocks = useLocal(readReadiness, []);
  const isKept = useAppKept();
  const isReady = isKept && stocks !== undefined && missingOf(stocks).length === 0;
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const handleRefresh = async () => {
    setBusy(true);
    const problem = await refresh().finally(() => setBusy(false));
    setHasFailed(problem !== null);
  };
  return (
    <section className={styles.panel} aria-label={texts.readiness}>
      {/* There from the start, so that readers notice when it gets its text. */}
      <p role="status" className={join(styles.state, stocks && (isReady ? styles.ready : styles.notReady))}>
        {stocks && <State isReady={isReady} />}
      </p>
      {stocks && (
        <>
          <p>
            {isReady
              ? texts.inStock(stocks)
              : texts.missing([...missingOf(stocks), ...(isKept ? [] : [texts.app])])}
          </p>
          <DefinitionList rows={[...stocks.map(toRow), appRow(isKept)]} />
        </>
      )}
      {hasFailed && (
        <p role="alert" className={styles.failed}>
          {texts.refreshFailed}
        </p>
      )}
      <Button busy={busy} icon={<RefreshCw size={20} />} onClick={handleRefresh}>
        {uiTexts.refresh}
      </Button>
    </section>
  );
}

function State({ isReady }: { isReady: boolean }) {
  if (!isReady) {
    return (
      <>
        <TriangleAlert size={20} />
        {texts.notReady}
      </>
    );
  }
  return (
    <>
      <CircleCheck size={20} />
      {texts.ready}
    </>
  );
}

function missingOf(stocks: readonly Stock[]): string[] {
  return stocks.filter(({ loadedAt }) => loadedAt === null).map(({ name }) => texts.stockOf(name));
}

function appRow(isKept: boolean) {
  return { term: texts.appTitle, value: isKept ? texts.appKept : texts.neverLoaded };
}

function toRow({ name, loadedAt }: Stock) {
  const value = loadedAt === null ? texts.neverLoaded : uiTexts.updatedAt(formatDate(loadedAt, true));
  return { term: texts.stockName(name), value };
}
