import config from '../../vite.config.ts';
import { part } from './parts.mjs';

export default {
  ...config,
  test: {
    ...config.test,
    projects: config.test.projects.filter(({ test }) => part.projects.includes(test.name)),
  },
};
