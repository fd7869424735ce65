/** The product's coupling, whole. Each row is one floor, lowest first; rooms of one floor do not see each other. */
export const FLOORS: readonly (readonly string[])[] = [
  ['src/kit'],
  ['src/contract'],
  ['src/domain'],
  ['src/api', 'src/storage', 'src/validation'],
  ['src/sync'],
  ['src/ui', 'src/state'],
  ['src/features'],
  ['src/app'],
  ['src/main.tsx'],
  ['server/db'],
  ['server/commands', 'server/auth'],
  ['server/policies'],
  ['server/routes'],
  ['server/app.ts'],
  ['server/cli'],
  ['server/main.ts'],
  ['server/start.mjs'],
  ['sw'],
];

/** The worker's ceiling: what stands above it has the page behind it. */
export const WORKER_CEILING = 'src/sync';
const WORKER_FLOORS = ['kit', 'contract', 'domain', 'api', 'storage', 'validation', 'sync'];

/** What a house may use of another house. `src` enters nobody. */
export const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  server: ['src/domain', 'src/contract', 'src/kit', 'src/validation'],
  sw: [...WORKER_FLOORS.map(floor => `src/${floor}`), 'src/features/offline.ts'],
};

/** The files that collect every feature's offline/ folder: for the worker, and for the first paint. */
export const COLLECTORS: readonly string[] = ['src/features/offline.ts', 'src/features/queued-kinds.ts'];

/** Features that may see a neighbour, through its index.ts only. */
export const PAIRS: readonly (readonly [from: string, to: string])[] = [
  ['contact-page', 'contacts'],
  ['contact-page', 'orders'],
  ['orders', 'contacts'],
  ['promo-home', 'contacts'],
  ['promo-home', 'outbox'],
  ['orders', 'requests'],
  ['requests', 'contacts'],
  ['reports', 'request-facts'],
  ['requests', 'request-facts'],
];

/** Packages that need a page. */
export const PAGE_PACKAGES = /^(react|react-.+|.+-react(-hooks)?|jotai|workbox-window)(\/|$)/;
