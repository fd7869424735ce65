import { useState } from 'react';
import { formatDate } from '#kit/date.ts';
import { type Persisted, useAppCached, useLowStorage, usePersisted } from '#state/browser-storage.ts';
import { useDataSaver } from '#state/data-saver.ts';
import { useDevice } from '#state/device.ts';
import { useLocal } from '#state/local.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DefinitionList } from '#ui/definition-list.tsx';
import { CircleCheck, TriangleAlert } from '#ui/icons.ts';
import { RefreshCw } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { texts as uiTexts } from '#ui/texts.ts';
import { readReadiness, type Stock } from './offline/readiness.ts';
import styles from './promo-home.module.css';
import { texts } from './texts.ts';

/** Whether everything that the field needs is on this device, how old it is, and one tap to refresh it. */
export function ReadinessPanel() {
  const stocks = useLocal(readReadiness, []);
  const isKept = useAppCached();
  const storage = usePersisted();
  return (
    <Panel className={styles.panel} aria-label={texts.readiness}>
      {stocks && (
        <>
          <State isReady={isReady(stocks, isKept)} />
          <Summary stocks={stocks} isKept={isKept} />
          <DefinitionList rows={[...stocks.map(toRow), ...appRows(isKept, storage.persisted)]} />
        </>
      )}
      <DeviceFacts {...storage} />
      <Refresh words={stocks ? stateWords(isReady(stocks, isKept)) : ''} />
    </Panel>
  );
}

function isReady(stocks: readonly Stock[], isKept: boolean): boolean {
  return isKept && missingOf(stocks).length === 0;
}

function stateWords(ready: boolean): string {
  return ready ? texts.ready : texts.notReady;
}

function State({ isReady: ready }: { isReady: boolean }) {
  return (
    <p className={classNames(styles.state, ready ? styles.ready : styles.notReady)}>
      {ready ? <CircleCheck size={20} /> : <TriangleAlert size={20} />}
      {stateWords(ready)}
    </p>
  );
}

function Summary({ stocks, isKept }: { stocks: readonly Stock[]; isKept: boolean }) {
  const missing = [...missingOf(stocks), ...(isKept ? [] : [texts.app])];
  const old = stocks.filter(({ isOld }) => isOld).map(({ name }) => texts.stockName(name).toLowerCase());
  return (
    <>
      <p>{missing.length === 0 ? texts.inStock(stocks) : texts.missing(missing)}</p>
      {old.length > 0 && <p className={styles.warning}>{texts.old(old)}</p>}
    </>
  );
}

/** Said to readers only as the answer to a tap: the panel itself they read like everything else. */
function Refresh({ words }: { words: string }) {
  const { refresh } = useDevice();
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle');
  const handleRefresh = async () => {
    setState('busy');
    const problem = await refresh().catch((cause: unknown) => {
      setState('failed');
      throw cause;
    });
    setState(problem === null ? 'done' : 'failed');
  };
  return (
    <>
      <p role="status" className="visually-hidden">
        {state === 'done' && words}
      </p>
      <ProblemLine>{state === 'failed' && texts.refreshFailed}</ProblemLine>
      <Button busy={state === 'busy'} icon={<RefreshCw size={20} />} onClick={() => void handleRefresh()}>
        {uiTexts.refresh}
      </Button>
    </>
  );
}

function missingOf(stocks: readonly Stock[]): string[] {
  return stocks.filter(({ loadedAt }) => loadedAt === null).map(({ name }) => texts.stockOf(name));
}

function appRows(isKept: boolean, persisted: boolean | null) {
  return [
    { term: texts.appTitle, value: isKept ? texts.appKept(__APP_VERSION__) : texts.neverLoaded },
    // Where the browser cannot be asked there is nothing to say.
    { term: texts.storageTitle, value: persisted === null ? '' : texts.storage(persisted) },
  ];
}

function toRow({ name, loadedAt }: Stock) {
  const value = loadedAt === null ? texts.neverLoaded : uiTexts.updatedAt(formatDate(loadedAt, true));
  return { term: texts.stockName(name), value };
}

/** What of this device could get in the way, each only when it does: room, protection, saved traffic. */
function DeviceFacts({ persisted, isDenied, protect }: Persisted) {
  const left = useLowStorage();
  const isSaving = useDataSaver();
  return (
    <>
      {left !== null && <p className={styles.warning}>{texts.littleRoom(left)}</p>}
      {isSaving && <p className={styles.fact}>{texts.dataSaver}</p>}
      <ProblemLine>{isDenied && texts.denied}</ProblemLine>
      {persisted === false && !isDenied && <Button onClick={protect}>{texts.protect}</Button>}
    </>
  );
}
