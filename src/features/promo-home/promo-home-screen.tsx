import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { satisfies } from '#domain/permissions.ts';
import { CallBacks } from '#features/contacts/index.ts';
import { formatDate } from '#kit/date.ts';
import { useDataSaver } from '#state/data-saver.ts';
import { useDevice } from '#state/device-context.ts';
import { useLocal } from '#state/local.ts';
import { useSession } from '#state/session.ts';
import { type Persisted, useAppCached, useLowStorage, usePersisted } from '#state/storage-status.ts';
import { exchangeAtom, useSyncSummary } from '#state/sync.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { StateChip } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import { DefinitionList } from '#ui/definition-list.tsx';
import { CircleCheck, ClipboardList, Clock, Phone, Settings, TriangleAlert } from '#ui/icons.ts';
import { RefreshCw } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { whyWaiting } from '#ui/remote/answer-fault.ts';
import { texts as uiTexts } from '#ui/texts.ts';
import { type Tile, Tiles } from '#ui/tiles.tsx';
import { readDrafts } from './offline/kept-drafts.ts';
import { type OfflineData, readReadiness } from './offline/readiness.ts';
import placeStyles from './percent-place.module.css';
import styles from './promo-home.module.css';
import { texts } from './texts.ts';

/** It reads every request that is here, so it comes after the first paint. */
const PercentPanel = lazy(() =>
  import('./percent-panel.tsx').then(module => ({ default: module.PercentPanel })),
);

/** Where a promoter begins: the two lists, what still waits, and whether one may walk away from the network. */
export function PromoHomeScreen() {
  const { user } = useSession();
  const { total, reachable } = useSyncSummary();
  return (
    <div className={styles.page}>
      <Tiles items={promoTiles(user?.can ?? {}, reachable)} />
      {total > 0 && (
        <LinkButton to={paths.outbox} wide icon={<Clock size={20} />}>
          {texts.unsent(total)}
        </LinkButton>
      )}
      <CallBacks />
      <Drafts />
      {/* The place keeps its room, so that nothing below it jumps. */}
      <Suspense fallback={<div className={placeStyles.place} />}>
        <PercentPanel />
      </Suspense>
      <ReadinessPanel />
    </div>
  );
}

function Drafts() {
  const drafts = useLocal(readDrafts, []);
  if (!drafts || drafts.length === 0) return null;
  return (
    <Panel className={styles.panel} aria-label={texts.drafts}>
      <h2>{texts.drafts}</h2>
      <ul className={styles.drafts}>
        {drafts.map(draft => (
          <li key={draft.key}>
            <Link to={draft.to} className={styles.draft}>
              <StateChip state="draft" text={texts.draftOf(draft.form)} />
              <span className={styles.when}>{formatDate(draft.savedAt, true)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The choices of this user; what works only with a network says so while there is none. */
export function promoTiles(can: Readonly<Record<string, boolean>>, reachable: boolean): Tile[] {
  const tiles: Tile[] = [
    { label: texts.contacts, to: paths.contacts, icon: <Phone size={28} /> },
    { label: texts.orders, to: paths.orders, icon: <ClipboardList size={28} /> },
  ];
  if (!satisfies(can, 'edit_promoters')) return tiles;
  const disabledBecause = reachable ? undefined : texts.needsNetwork;
  const icon = <Settings size={28} />;
  return [...tiles, { label: texts.management, to: paths.moderation, icon, disabledBecause }];
}

/** Whether everything that the field needs is on this device, how old it is, and one tap to refresh it. */
function ReadinessPanel() {
  const data = useLocal(readReadiness, []);
  const isKept = useAppCached();
  const storage = usePersisted();
  const isReady = isKept && data !== undefined && missingOf(data).length === 0;
  const words = isReady ? texts.ready : texts.notReady;
  return (
    <Panel className={styles.panel} aria-label={texts.readiness}>
      {data && (
        <>
          <p className={classNames(styles.state, isReady ? styles.ready : styles.notReady)}>
            {isReady ? <CircleCheck size={20} /> : <TriangleAlert size={20} />}
            {words}
          </p>
          <Summary data={data} isKept={isKept} />
          <DefinitionList
            rows={[
              ...data.map(toRow),
              { term: texts.appTitle, value: isKept ? texts.appKept(__APP_VERSION__) : texts.neverLoaded },
              // Where the browser cannot be asked there is nothing to say.
              {
                term: texts.storageTitle,
                value: storage.persisted === null ? '' : texts.storage(storage.persisted),
              },
            ]}
          />
        </>
      )}
      <DeviceFacts {...storage} />
      <Refresh words={data ? words : ''} />
    </Panel>
  );
}

function Summary({ data, isKept }: { data: readonly OfflineData[]; isKept: boolean }) {
  const missing = [...missingOf(data), ...(isKept ? [] : [texts.app])];
  const old = data.filter(({ isOld }) => isOld).map(({ name }) => texts.names[name].name.toLowerCase());
  return (
    <>
      <p>{missing.length === 0 ? texts.loaded(data) : texts.missing(missing)}</p>
      {old.length > 0 && <p className={styles.warning}>{texts.old(old)}</p>}
    </>
  );
}

/**
 * Says its words to readers only as the answer to a tap: the panel itself they read like everything else. What came and
 * could not be read is told after every refresh, also one that went by itself.
 */
function Refresh({ words }: { words: string }) {
  const { refresh } = useDevice();
  const { fetch: lastProblem } = useAtomValue(exchangeAtom);
  const fault = lastProblem ? whyWaiting(lastProblem) : '';
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
      <ProblemLine>
        {fault ? texts.notRefreshed(fault) : state === 'failed' && texts.refreshFailed}
      </ProblemLine>
      <Button busy={state === 'busy'} icon={<RefreshCw size={20} />} onClick={() => void handleRefresh()}>
        {uiTexts.refresh}
      </Button>
    </>
  );
}

function missingOf(data: readonly OfflineData[]): string[] {
  return data.filter(({ loadedAt }) => loadedAt === null).map(({ name }) => texts.names[name].genitive);
}

function toRow({ name, loadedAt }: OfflineData) {
  const value = loadedAt === null ? texts.neverLoaded : uiTexts.updatedAt(formatDate(loadedAt, true));
  return { term: texts.names[name].name, value };
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
