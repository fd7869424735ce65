import { createServer } from 'vite';

/** The page as `npm run dev` serves it, without a backend behind it. */
export type DevServer = { at: (path: string) => string; close: () => Promise<void> };

/** Starts Vite's own server over the sources on a free port. */
export async function startDevServer(): Promise<DevServer> {
  const server = await createServer({
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  });
  await server.listen();
  const [address] = server.resolvedUrls?.local ?? [];
  if (!address) throw new Error('The development server does not say where it listens');
  return { at: path => new URL(path, address).href, close: () => server.close() };
}
