import { createRoot } from 'react-dom/client';
import { ServicesProvider } from '#state/services.ts';
import { announceSettled } from './announce-settled.ts';
import { App } from './app.tsx';
import { loadConfig } from './load-config.ts';
import { applyTheme } from './shell/theme.ts';
import { startSync } from './start-sync.ts';
import { offerUpdate, useUpdate } from './update.ts';
import { type WorkerLink, workerLink } from './worker-link.ts';

/** Builds the services, meets the worker and puts the page into `root`. */
export async function start(root: HTMLElement): Promise<void> {
  applyTheme();
  const config = await loadConfig();
  const services = startSync(config, {
    onPass: announceSettled,
    requestBackgroundSync: () => void link.requestBackgroundSync(),
  });
  const link = workerLink({ onUpdate: offerUpdate, onWake: () => void services.runner.wake('sync') });
  createRoot(root).render(
    <ServicesProvider value={services}>
      <Page link={link} />
    </ServicesProvider>,
  );
}

function Page({ link }: { link: WorkerLink }) {
  return <App update={useUpdate(link)} />;
}
