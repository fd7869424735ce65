import { createRoot } from 'react-dom/client';
import { DeviceProvider } from '#state/device.ts';
import { App } from './app.tsx';
import { loadConfig } from './load-config.ts';
import { applyTheme } from './shell/theme.ts';
import { startSync } from './start-sync.ts';
import { offerUpdate, useUpdate } from './update.ts';
import type { WorkerLink } from './worker-link.ts';

/** Builds the device, meets the worker and puts the page into `root`. */
export async function start(root: HTMLElement): Promise<void> {
  applyTheme();
  const config = await loadConfig();
  const device = await startSync(config, () => void link.then(worker => worker.requestBackgroundSync()));
  const link = import('./worker-link.ts').then(({ workerLink }) =>
    workerLink({ onUpdate: offerUpdate, onWake: () => void device.runner.wake('sync') }),
  );
  createRoot(root).render(
    <DeviceProvider value={device}>
      <Page link={link} />
    </DeviceProvider>,
  );
}

function Page({ link }: { link: Promise<WorkerLink> }) {
  return <App update={useUpdate(link)} />;
}
