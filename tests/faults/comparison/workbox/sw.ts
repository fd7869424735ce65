/**
 * workbox-background-sync as its page "Retrying requests" has it: the network first, what failed goes into the
 * queue, and so does a 5xx; the queue's own replay when the browser syncs.
 */
import { Queue } from 'workbox-background-sync';
import { registerRoute } from 'workbox-routing';
import { ask } from '../firm.ts';
import { keepShell, worker } from '../shell.ts';

const WEEKS_IN_MINUTES = 4 * 7 * 24 * 60;

keepShell();

const queue = new Queue('saves', {
  maxRetentionTime: WEEKS_IN_MINUTES,
  ...(IS_CAREFUL ? { onSync: replayCarefully } : {}),
});

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

/** The library's own replay, but with today's token, and only JSON with a good status counts as sent. */
async function replayCarefully(): Promise<void> {
  for (let entry = await queue.shiftRequest(); entry; entry = await queue.shiftRequest()) {
    try {
      await sendAgain(entry.request.clone());
    } catch (reason) {
      await queue.unshiftRequest(entry);
      throw reason;
    }
  }
}

async function sendAgain(request: Request): Promise<unknown> {
  const { pathname } = new URL(request.url);
  const headers = Object.fromEntries(request.headers);
  return ask(pathname, { method: request.method, headers, body: await request.text() });
}

worker.addEventListener('message', event => {
  void queue.size().then(size => event.ports[0]?.postMessage(size));
});
