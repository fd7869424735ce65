import type { ScreenPhone } from './screen.tsx';

/** All that a device keeps, in its storages and in both of its databases, as one text. */
export async function everythingStored({ phone, device }: ScreenPhone): Promise<string> {
  const tables = [...device.db.tables, ...phone.book().cache.tables];
  const rows = await Promise.all(tables.map(table => table.toArray()));
  return JSON.stringify([rows, phone.auth.read(), { ...localStorage }, { ...sessionStorage }]);
}
