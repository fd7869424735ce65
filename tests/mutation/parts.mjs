/** What `MUTATION_PART` names: the product's files, and the Vitest projects whose tests must kill their mutants. */
const PARTS = {
  floors: { mutate: ['src/{kit,domain,validation}/**/*.ts'], projects: ['unit'] },
  server: {
    mutate: ['server/{commands,auth}/**/*.ts', 'src/contract/**/*.ts'],
    projects: ['unit', ...both('server', 'contract')],
  },
  rest: {
    mutate: ['src/{features,app,state,sync}/**/*.{ts,tsx}', 'sw/**/*.ts', 'server/{routes,db}/**/*.ts'],
    projects: ['unit', ...both('unit-dom', 'sync', 'server', 'contract')],
  },
};

export const part = PARTS[process.env.MUTATION_PART ?? 'floors'];

/** Their exhaustive tests too. */
function both(...names) {
  return names.flatMap(name => [name, `every-${name}`]);
}
