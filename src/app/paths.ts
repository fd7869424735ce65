/** The addresses live in the domain, because features link to each other's screens and may not look up here. */
export { BASE, paths, pathTo } from '#domain/paths.ts';
