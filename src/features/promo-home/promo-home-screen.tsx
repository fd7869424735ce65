import { useAtomValue } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#domain/paths.ts';
import { MANAGERS, satisfies } from '#domain/permissions.ts';
import { CallBacks, readCallsToMake } from '#features/contacts/index.ts';
import { describeSync } from '#features/outbox/index.ts';
import { useDataSaver } from '#state/data-saver.ts';
import { useDevice } from '#state/device-context.ts';
import { type LocalContext, useLocal } from '#state/local.ts';
import { useSession } from '#state/session.ts';
import { type Persisted, useAppCached, useLowStorage, usePersisted } from '#state/storage-status.ts';
import { exchangeAtom, type SyncSummary, useSyncSummary } from '#state/sync.ts';
import { useMoment } from '#state/use-moment.ts';
import { readChangedSinceSeen } from '#storage/seen-requests.ts';
import { Button } from '#ui/button.tsx';
import type { Tone } from '#ui/chip.tsx';
import { classNames } from '#ui/class-names.ts';
import { DefinitionList } from '#ui/definition-list.tsx';
import type { Elements } from '#ui/elements.ts';
import {
  ChevronDown,
  ChevronRight,
  CircleCheck,
  ClipboardList,
  Phone,
  Settings,
  TriangleAlert,
} from '#ui/icons.ts';
import { Pencil, RefreshCw, Search, Sparkles } from '#ui/icons-of-screens.ts';
import { Panel } from '#ui/panel.tsx';
import { ProblemLine } from '#ui/problem-line.tsx';
import { describeFailure, readingWords, whyWaiting } from '#ui/remote/answer-fault.ts';
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

/** Where a promoter begins: who is to be called, what was earned, what needs a look, and the ways on. */
export function PromoHomeScreen() {
  const { user } = useSession();
  const summary = useSyncSummary();
  const callsToMake = useLocal(readCallsToMake, []);
  const look = useLocal(readLook, []);
  const readiness = useLocal(readReadiness, []);
  const isKept = useAppCached();
  const can = user?.can ?? {};
  // Moderators and administrators may have all permissions and nothing of their own: then there is no percent, and nothing to keep.
  const isPromoting = !satisfies(can, MANAGERS) || (look?.own ?? 0) + summary.total > 0;
  return (
    <div className={styles.page}>
      <Link to={`${paths.contacts}?search=`} className={styles.search}>
        <Search size={20} />
        <span>{texts.search}</span>
      </Link>
      {/* Drawn at once: nothing pushes what is there already. */}
      {callsToMake && look && readiness && (
        <>
          <CallBacks callsToMake={callsToMake} />
          {isPromoting && (
            // The place keeps its room, so that nothing below it jumps.
            <Suspense fallback={<div className={placeStyles.place} />}>
              <PercentPanel />
            </Suspense>
          )}
          <NeedsLook look={look} summary={summary} />
          <Tiles items={promoTiles(can, summary.reachable)} />
          {isPromoting && <ReadinessPanel data={readiness} isKept={isKept} />}
        </>
      )}
    </div>
  );
}

type Look = Awaited<ReturnType<typeof readLook>>;

async function readLook(context: LocalContext) {
  const { cache, now } = context;
  const changed = (await readChangedSinceSeen(cache)).length;
  /** What this user has brought. */
  const own = (await cache.contacts.count()) + (await cache.requests.count());
  return { changed, drafts: await readDrafts(context), own, now: now() };
}

/** One line each, only where there is something: what changed at the firm, what is not sent, what is not finished. */
function NeedsLook({ look: { changed, drafts, now }, summary }: { look: Look; summary: SyncSummary }) {
  const { worst, total, words } = describeSync(summary, now);
  const [draft] = drafts;
  if (changed + total + drafts.length === 0) return null;
  return (
    <Panel className={styles.lines} aria-label={texts.needsLook}>
      {changed > 0 && <Line to={paths.orders} icon={<Sparkles size={20} />} text={texts.changed(changed)} />}
      {total > 0 && <Line to={paths.outbox} icon={worst.icon} tone={worst.tone} text={words} />}
      {draft && (
        <Line
          to={drafts.length === 1 ? draft.to : paths.outbox}
          icon={<Pencil size={20} />}
          text={drafts.length === 1 ? texts.draftOf(draft.form) : texts.drafts(drafts.length)}
        />
      )}
    </Panel>
  );
}

type LineProps = { to: string; icon: Elements; tone?: Tone; text: string };

function Line({ to, icon, tone, text }: LineProps) {
  return (
    <Link to={to} className={classNames(styles.line, tone && styles[tone])}>
      {icon}
      <span className={styles.words}>{text}</span>
      <ChevronRight size={20} />
    </Link>
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

/** `isKept`: the app itself is on this device. */
type ReadinessProps = { data: readonly OfflineData[]; isKept: boolean };

/** Whether everything that the field needs is on this device: one line, opened where something is missing. */
function ReadinessPanel({ data, isKept }: ReadinessProps) {
  const moment = useMoment();
  const storage = usePersisted();
  const isReady = isKept && missingOf(data).length === 0;
  const words = isReady ? texts.ready : texts.notReady;
  return (
    <Panel aria-label={texts.readiness}>
      <details className={styles.readiness} open={!isReady}>
        <summary className={classNames(styles.state, isReady ? styles.ready : styles.notReady)}>
          {isReady ? <CircleCheck size={20} /> : <TriangleAlert size={20} />}
          <span>{words}</span>
          <ChevronDown size={20} />
        </summary>
        <Summary data={data} isKept={isKept} />
        <DefinitionList
          rows={[
            ...data.map(each => toRow(each, moment)),
            { term: texts.appTitle, value: isKept ? texts.appKept(__APP_VERSION__) : texts.neverLoaded },
            // Where the browser cannot be asked there is nothing to say.
            {
              term: texts.storageTitle,
              value: storage.persisted === null ? '' : texts.storage(storage.persisted),
            },
          ]}
        />
        <Refresh words={words} />
      </details>
      <Troubles data={data} />
      <DeviceFacts {...storage} />
    </Panel>
  );
}

function Summary({ data, isKept }: ReadinessProps) {
  const missing = [...missingOf(data), ...(isKept ? [] : [texts.app])];
  return <p>{missing.length === 0 ? texts.loaded(data) : texts.missing(missing)}</p>;
}

/** What came and could not be read, also of a refresh that went by itself, and what is getting old. */
function Troubles({ data }: { data: readonly OfflineData[] }) {
  const { fetch: lastProblem } = useAtomValue(exchangeAtom);
  const fault = lastProblem ? whyWaiting(lastProblem) : '';
  const old = data.filter(({ isOld }) => isOld).map(({ name }) => texts.names[name].name.toLowerCase());
  return (
    <>
      <ProblemLine signIn={lastProblem !== null && describeFailure(lastProblem).signIn}>
        {fault && texts.notRefreshed(fault)}
      </ProblemLine>
      {old.length > 0 && <p className={styles.warning}>{texts.old(old)}</p>}
    </>
  );
}

/** Says its words to readers only as the answer to a tap: the panel itself they read like everything else. */
function Refresh({ words }: { words: string }) {
  const { refresh } = useDevice();
  const { fetch: lastProblem } = useAtomValue(exchangeAtom);
  const [state, setState] = useState<'idle' | 'busy' | 'done' | 'failed'>('idle');
  const [why, setWhy] = useState<string>(uiTexts.systemError);
  const handleRefresh = async () => {
    setState('busy');
    const problem = await refresh().catch((cause: unknown) => {
      setWhy(uiTexts.systemError);
      setState('failed');
      throw cause;
    });
    if (problem) setWhy(readingWords(problem));
    setState(problem === null ? 'done' : 'failed');
  };
  return (
    <>
      <p role="status" className="visually-hidden">
        {state === 'done' && words}
      </p>
      <ProblemLine>
        {state === 'failed' && !(lastProblem && whyWaiting(lastProblem)) && texts.notRefreshed(why)}
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

function toRow({ name, loadedAt }: OfflineData, moment: ReturnType<typeof useMoment>) {
  const value = loadedAt === null ? texts.neverLoaded : uiTexts.updatedAt(moment(loadedAt));
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
