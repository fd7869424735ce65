/** Whether the worker becomes active; one that cannot be installed becomes redundant. */
export async function isActivated(worker: ServiceWorker): Promise<boolean> {
  while (worker.state !== 'activated' && worker.state !== 'redundant') {
    await new Promise(resolve => worker.addEventListener('statechange', resolve, { once: true }));
  }
  return worker.state === 'activated';
}
