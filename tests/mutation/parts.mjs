/** What `MUTATION_PART` names: the product's files, and the Vitest projects whose tests must kill their mutants. */
const PARTS = {
  floors: { mutate: ['src/{kit,domain,validation}/**/*.ts'], projects: ['unit'] },
  server: {
    mutate: ['server/{commands,auth,routes}/**/*.ts', 'server/db/*.ts', 'src/contract/**/*.ts'],
    projects: ['server', 'contract'],
  },
  page: { mutate: ['src/{features,app,state,sync}/**/*.{ts,tsx}'], projects: ['unit', 'unit-dom', 'sync'] },
};

export const part = PARTS[process.env.MUTATION_PART ?? 'floors'];
