import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fault } from '#tests/support/network.ts';
import type { Phone } from '#tests/support/phone.ts';
import { fileOf, live, load, settle, wipe } from '#tests/sync/rules/entries-file.ts';
import { namesOn, orderTo, people, SAVE, setUp } from '#tests/sync/rules/fixture.ts';

const faults: Fault[] = ['drop-before', 'drop-after', '500-before', '500-after', '503', 'html', 'truncated'];
const fault = fc.option(fc.constantFrom(...faults), { nil: null });
const history = fc.record({
  /** Contacts made offline; for those with `true` an order as well. */
  contacts: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
  before: fc.tuple(fault, fault),
  /** Whether the first device goes on sending after the file was written. */
  goesOn: fc.boolean(),
  after: fc.tuple(fault, fault),
});

it.each([true, false])(
  '[S13] export, wipe, import, send: everything is there exactly once (keyed %s)',
  async keyed => {
    await fc.assert(
      fc.asyncProperty(history, async ({ contacts, before, goesOn, after }) => {
        const setup = await setUp({ keyed });
        const { server, phone } = setup;
        await saveAll(phone, contacts);
        order(phone, before);
        await phone.drain();
        const text = await fileOf(phone);
        if (goesOn) await settle(phone);
        const anew = await wipe(phone);
        await load(anew, text);
        order(anew, after);
        await settle(anew);
        expect(await live(anew)).toEqual([]);
        expect(namesOn(setup).sort()).toEqual(contacts.map((_, index) => nameOf(index)));
        expect(server.orders).toHaveLength(contacts.filter(Boolean).length);
      }),
      { numRuns: 12 },
    );
  },
);

const nameOf = (index: number) => `Анна ${index}`;

async function saveAll(phone: Phone, contacts: readonly boolean[]): Promise<void> {
  for (const [index, orders] of contacts.entries()) {
    const phones = [`00012345${index}0`];
    const contact = await phone.save('contact.create', { ...people.anna, first_name: nameOf(index), phones });
    const payload = { ...orderTo(contact.id), street: `Лесная ${index}`, phones };
    if (orders) await phone.save('order.create', payload);
  }
}

function order({ network }: Phone, [save, send]: readonly (Fault | null)[]): void {
  if (save) network.fault(SAVE, save);
  if (send) network.fault('/orders/sendOrder', send);
}
