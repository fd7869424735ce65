import { openPostgres } from '#server/db/open.ts';
import { atNight } from '#tests/support/firm-office.ts';
import {
  type ModerationPlan,
  type PlantedModeration,
  plantModeration,
} from '#tests/support/plant-moderation.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { DEMO_PASSWORD } from '#tests/support/sign-in.ts';
import { startPostgres } from '../runner/postgres.mjs';
import { findTools } from '../runner/tools.mjs';

export const ENGINES = ['postgres', 'embedded'] as const;
export type EngineName = (typeof ENGINES)[number];

/** A firm as large as the product is meant for. The first two promoters have an open report. */
export const LARGE: ModerationPlan = {
  promoters: 500,
  requestsEach: 400,
  contactsEach: 40,
  openReports: [60, 300],
};

/** A quick look, for trying the bench itself. */
export const SMALL: ModerationPlan = { ...LARGE, promoters: 50, requestsEach: 40, contactsEach: 10 };

/** The server on one of the engines, full. */
export type LargeFirm = {
  server: ServerProcess;
  planted: PlantedModeration;
  /** How long it took to fill it. */
  plantedMs: number;
  end: () => Promise<void>;
};

export function raiseFirm(engine: EngineName, plan: ModerationPlan): Promise<LargeFirm> {
  return engine === 'postgres' ? raiseOnPostgres(plan) : raiseEmbedded(plan);
}

async function raiseEmbedded(plan: ModerationPlan): Promise<LargeFirm> {
  const server = await startServer();
  const began = Date.now();
  const planted = await atNight(server, db => plantModeration(db, plan));
  return { server, planted, plantedMs: Date.now() - began, end: () => server.remove() };
}

async function raiseOnPostgres(plan: ModerationPlan): Promise<LargeFirm> {
  const { postgres } = await findTools();
  if (postgres.error !== undefined) throw new Error(postgres.error);
  const { url, stop } = await startPostgres(postgres.bin);
  try {
    const server = await startServer({ DATABASE_URL: url, DEMO_PASSWORD });
    const began = Date.now();
    const opened = openPostgres(url, error => console.error(error));
    const planted = await plantModeration(opened.db, plan).finally(opened.close);
    const plantedMs = Date.now() - began;
    return { ...{ server, planted, plantedMs }, end: () => server.remove().finally(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}
