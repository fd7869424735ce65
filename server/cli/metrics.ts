/** Metrics for Prometheus: a port of their own on loopback, none unless asked for, and nobody's data in them. */
import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState } from '../db/pool.ts';
import type { Meter } from '../routes/edge.ts';
import type { Limiters } from '../routes/overload.ts';
import { portOf, startListening } from './listening.ts';

/** Metrics have no password: nobody but this machine may read them. */
const HOST = '127.0.0.1';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Anybody may call with any method: labels are of these alone. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

export type Metrics = { meter: Meter; port: number; close: () => Promise<void> };

/** What is looked at each time that somebody asks. */
export type Watched = { limiters: Limiters; pool: (() => PoolState) | undefined };

/** Opens the port of the metrics; nothing where none is named. */
export async function openMetrics(port: number | undefined, watched: Watched): Promise<Metrics | undefined> {
  if (port === undefined) return undefined;
  const register = new Registry();
  collectDefaultMetrics({ register });
  watchLimiters(register, watched.limiters);
  if (watched.pool) watchPool(register, watched.pool);
  const meter = countRequests(register);
  const server = createServer(async (request, answer) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return answer.writeHead(404).end();
    const text = await register.metrics();
    return answer.writeHead(200, { 'Content-Type': register.contentType }).end(text);
  });
  await startListening(server, port, HOST);
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { meter, port: portOf(server), close };
}

function countRequests(register: Registry): Meter {
  const registers = [register];
  const labelNames = ['method', 'route', 'status'] as const;
  const took = new Histogram({
    name: 'promo_request_seconds',
    help: 'Requests by route, and how long they took',
    registers,
    labelNames,
    buckets: BUCKETS_S,
  });
  const inFlight = new Gauge({
    name: 'promo_requests_in_flight',
    help: 'Requests not answered yet',
    registers,
  });
  return {
    began: () => inFlight.inc(),
    answered: ({ method, route, status, seconds }) => {
      inFlight.dec();
      const name = METHODS.has(method) ? method : 'other';
      took.observe({ method: name, route, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
  };
}

function watchLimiters(register: Registry, { work, signIn }: Limiters): void {
  const limiters = [['work', work] as const, ['sign_in', signIn] as const];
  const registers = [register];
  new Gauge({
    name: 'promo_lane_requests',
    help: 'Requests at work and waiting',
    registers,
    labelNames: ['lane', 'place'],
    collect() {
      for (const [limiter, { state }] of limiters) {
        this.set({ lane: limiter, place: 'at_work' }, state().atWork);
        this.set({ lane: limiter, place: 'waiting' }, state().waiting);
      }
    },
  });
  new Counter({
    name: 'promo_requests_shed_total',
    help: 'Requests that were asked to come again',
    registers,
    labelNames: ['lane'],
    collect() {
      this.reset();
      for (const [limiter, { state }] of limiters) this.inc({ lane: limiter }, state().shed);
    },
  });
}

function watchPool(register: Registry, pool: () => PoolState): void {
  new Gauge({
    name: 'promo_pool_connections',
    help: 'Connections to PostgreSQL, and who waits for one',
    registers: [register],
    labelNames: ['state'],
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
}
