import { useState } from 'react';
import { formatDate } from '#kit/date.ts';
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
      <p
        role="status"
        className={join(styles.state, stocks && (isReady(stocks) ? styles.ready : styles.notReady))}
      >
        {stocks && <State stocks={stocks} />}
      </p>
      {stocks && (
        <>
          <p>{isReady(stocks) ? texts.inStock(stocks) : texts.missing(missingOf(stocks))}</p>
          <DefinitionList rows={stocks.map(toRow)} />
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

function State({ stocks }: { stocks: readonly Stock[] }) {
  if (!isReady(stocks)) {
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

function isReady(stocks: readonly Stock[]): boolean {
  return stocks.every(({ loadedAt }) => loadedAt !== null);
}

function missingOf(stocks: readonly Stock[]): Stock['name'][] {
  return stocks.filter(({ loadedAt }) => loadedAt === null).map(({ name }) => name);
}

function toRow({ name, loadedAt }: Stock) {
  const value = loadedAt === null ? texts.neverLoaded : uiTexts.updatedAt(formatDate(loadedAt, true));
  return { term: texts.stockName(name), value };
}
