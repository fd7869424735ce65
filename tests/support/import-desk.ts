/** Files of lists, as the office of the firm gives them to `ref:import`. */
import { expect } from 'vitest';
import type { ReferenceItem } from '#contract/orders.ts';
import { districts, nomenclature, warehouses, works } from '#server/db/schema.ts';
import { get } from './calls.ts';
import { atOffice, type Given } from './office.ts';
import type { TestServer } from './server.ts';

export type ImportDesk = Awaited<ReturnType<typeof openImportDesk>>;

/** The office of a test server's firm, and a phone that lists what came of it. */
export async function openImportDesk(server: TestServer) {
  const phone = await server.signIn(server.users.promoter);

  const give = (name: string, file: Given['file'], ...more: string[]) =>
    atOffice(server, ['ref:import', name, ...more], { file: file ?? '' });

  const everything = async () => ({
    districts: await server.db.select().from(districts).orderBy(districts.id),
    works: await server.db.select().from(works).orderBy(works.id),
    warehouses: await server.db.select().from(warehouses).orderBy(warehouses.id),
    nomenclature: await server.db.select().from(nomenclature).orderBy(nomenclature.id),
  });

  return {
    phone,
    give,
    everything,
    /** What it says where it has done its work. */
    async told(name: string, file: Given['file'], ...more: string[]): Promise<string> {
      const { exit, lines } = await give(name, file, ...more);
      expect(exit).toBe(0);
      return lines.join('\n');
    },
    /** What it says where it has refused, and left everything as it was. */
    async refused(name: string, file: Given['file'], ...more: string[]): Promise<string> {
      const before = await everything();
      const { exit, lines } = await give(name, file, ...more);
      expect(exit).toBe(1);
      expect(await everything()).toEqual(before);
      return lines.join('\n');
    },
    /** What a phone lists, as names with what is below them. */
    async listed(path: string): Promise<unknown> {
      const names = (items: readonly ReferenceItem[]): unknown =>
        items.map(({ name, children }) => (children ? [name, names(children)] : name));
      return names((await get(server, `/api/promo/orders/${path}`, phone)).body.list);
    },
  };
}
