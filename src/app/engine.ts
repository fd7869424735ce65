import { createApi } from '#api/api.ts';
import type { Problem } from '#api/problem.ts';
import { createTransport } from '#api/transport.ts';
import { pullAll, pullConfirmed } from '#features/offline.ts';
import { type Exclusively, memoryLocks } from '#kit/locks.ts';
import type { Device, Engine } from '#state/device.ts';
import { pullContext } from '#state/local.ts';
import { makeRoom } from '#state/make-room.ts';
import { createOutbox } from '#sync/outbox.ts';
import { createRunner, type Runner } from '#sync/runner.ts';
import { createSession } from '#sync/session.ts';
import { webLocks } from '#sync/web-locks.ts';
import { announceSettled } from './announce-settled.ts';
import { noteNetwork } from './network-state.ts';
import { tellTwins, tellTwinsOfPass } from './tell-twins.ts';

/** Everything that writes, sends and fetches. A chunk of its own: the first paint only reads the device. */
export function buildEngine(device: Device): Engine {
  const { config, auth, db, kinds, now } = device;
  const { apiOrigin, clientId, clientSecret, zone } = config;
  const exclusively: Exclusively = 'locks' in navigator ? webLocks : memoryLocks();
  const sendsKeys = apiOrigin === '' || apiOrigin === window.location.origin || config.idempotency;
  const transport = createTransport({ origin: apiOrigin, zone, sendsKeys });
  const identity = { clientId, clientSecret };
  const api = createApi({ ...identity, transport, auth, exclusively });
  const context = { db, api, kinds, now, random: Math.random, exclusively };
  return {
    api,
    session: createSession({ ...identity, api, transport, auth, db, apiOrigin, exclusively, now }),
    outbox: createOutbox({ db, kinds, now, makeRoom: () => makeRoom(device) }),
    runner: pageRunner(device, context),
    refresh: () => refresh(device),
  };
}

function pageRunner(device: Device, context: Parameters<typeof createRunner>[0]['context']): Runner {
  const { owner } = device.session;
  return createRunner({
    context,
    owner,
    timer(callback, delayMs) {
      const timer = window.setTimeout(callback, delayMs);
      return () => window.clearTimeout(timer);
    },
    maySteal: () => document.visibilityState === 'visible',
    async afterPass({ problem, sent }) {
      if (sent > 0 || problem) noteNetwork(problem);
      await announceSettled(device);
      const pulls = pullContext(device, owner()?.userId ?? null);
      if (!pulls) return;
      await pullConfirmed(pulls);
      if (sent > 0) await tellTwinsOfPass(pulls);
    },
  });
}

/** Fetches the book, the reference lists and the newest requests; what cannot be fetched stays as it was. */
async function refresh(device: Device): Promise<Problem | null> {
  const pulls = pullContext(device, device.session.owner()?.userId ?? null);
  if (!pulls) return null;
  const pulled = await pullAll(pulls);
  noteNetwork(pulled.ok ? null : pulled.problem);
  await tellTwins(pulls);
  return pulled.ok ? null : pulled.problem;
}
