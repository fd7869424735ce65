/**
 * workbox-background-sync as its page "Retrying requests" has it: the network first, what failed goes into the
 * queue, and so does a 5xx; the queue's own replay when the browser syncs.
 */
import { Queue } from 'workbox-background-sync';
import { registerRoute } from 'workbox-routing';
import { keepShell, worker } from '../shell.ts';

const WEEKS_IN_MINUTES = 4 * 7 * 24 * 60;

keepShell();

const queue = new Queue('saves', { maxRetentionTime: WEEKS_IN_MINUTES });

registerRoute(
  ({ url }) => url.pathname.startsWith('/api/'),
  ({ request }) => sendOrQueue(request),
  'POST',
);

async function sendOrQueue(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request.clone());
    if (answer.status >= 500) throw new Error(`The server answered ${answer.status}`);
    return answer;
  } catch {
    await queue.pushRequest({ request });
    return Response.json({ queued: true }, { status: 202 });
  }
}

worker.addEventListener('message', event => {
  void queue.size().then(size => event.ports[0]?.postMessage(size));
});
