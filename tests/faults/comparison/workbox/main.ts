import { commandOf, send, signIn } from '../firm.ts';
import { present } from '../rival-page.ts';

await present({
  signIn,
  save: async thing => void (await send(await commandOf(thing, IS_KEYED))),
  waiting: askWorker,
});

/** The queue is the worker's. */
async function askWorker(): Promise<number> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<number>(resolve => {
    port1.onmessage = event => resolve(event.data);
  });
  active?.postMessage('size', [port2]);
  return answer;
}
