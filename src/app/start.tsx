import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { DeviceProvider } from '#state/device.ts';
import { keepInstallPrompt } from '#state/install.ts';
import { ErrorState } from '#ui/page-states.tsx';
import { App } from './app.tsx';
import { loadConfig } from './load-config.ts';
import { BASE } from './paths.ts';
import { preloadScreen } from './routes.tsx';
import styles from './shell/shell.module.css';
import { texts } from './shell/texts.ts';
import { startSync } from './start-sync.ts';
import { offerUpdate, useUpdate } from './update.ts';
import type { WorkerLink } from './worker-link.ts';

/**
 * Puts the page into `root`, or says why this browser cannot keep anything for it. Rejects when the page cannot be
 * shown, now or later; else it never ends.
 */
export async function start(root: HTMLElement): Promise<never> {
  keepInstallPrompt();
  const page = await open().catch(cause => {
    reportError(cause);
    return <NoStorage />;
  });
  return new Promise((_, onUncaughtError) => createRoot(root, { onUncaughtError }).render(page));
}

/** A private window of some browsers, or storage switched off: without it nothing could be promised. */
function NoStorage() {
  return (
    <main className={styles.inner}>
      <ErrorState title={texts.noStorage} onRetry={() => window.location.reload()}>
        {texts.noStorageWhy}
      </ErrorState>
    </main>
  );
}

/** Opens the device and meets the worker: the app. */
async function open(): Promise<ReactNode> {
  // Its chunk is fetched while the device is opened.
  preloadScreen(window.location.pathname.slice(BASE.length));
  const config = await loadConfig();
  const device = await startSync(config, () => void link.then(worker => worker.requestBackgroundSync()));
  const link = import('./worker-link.ts').then(({ workerLink }) =>
    workerLink({ onUpdate: offerUpdate, onWake: () => void device.runner.wake('sync') }),
  );
  return (
    <DeviceProvider value={device}>
      <Page link={link} />
    </DeviceProvider>
  );
}

function Page({ link }: { link: Promise<WorkerLink> }) {
  return <App update={useUpdate(link)} />;
}
