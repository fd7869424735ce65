import config from '../../vite.config.ts';
import { part } from './parts.mjs';

/** In the copy, node_modules is a link out of it: an emulated page would be served nothing from there. */
const server = { fs: { strict: false } };

export default {
  ...config,
  test: {
    ...config.test,
    projects: config.test.projects
      .filter(({ test }) => part.projects.includes(test.name))
      .map(project => ({ ...project, server })),
  },
};
