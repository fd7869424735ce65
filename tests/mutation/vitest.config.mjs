import config from '../../vite.config.ts';
import { part } from './parts.mjs';

/** Their socket's path is too long in a copy of the project, or they set what a thread may not. */
const NOT_IN_A_COPY = ['server/db/client-secret.test.ts', 'server/cli/control-socket.test.ts'];

/** In the copy, node_modules is a link out of it: an emulated page would be served nothing from there. */
const server = { fs: { strict: false } };

export default {
  ...config,
  test: {
    ...config.test,
    projects: config.test.projects
      .filter(({ test }) => part.projects.includes(test.name))
      .map(({ test, ...rest }) => ({
        ...rest,
        server,
        test: { ...test, exclude: [...(test.exclude ?? []), ...NOT_IN_A_COPY] },
      })),
  },
};
