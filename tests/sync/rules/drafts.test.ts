import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '#kit/ids.ts';
import { isRecord } from '#kit/is-record.ts';
import { listDrafts } from '#sync/drafts.ts';
import { openFormDraft } from '#sync/form-draft.ts';
import { erasePayloads } from '#sync/overlay.ts';
import type { DraftRef } from '#sync/settle-draft.ts';
import { anna, type Phone } from '#tests/support/phone.ts';
import { knownContact, orderTo, ownerOf, passOf, people, setUp } from './fixture.ts';

/** A window's form over the place `d`. */
const openForm = (phone: Phone, ownerKey = 'x') =>
  openFormDraft(phone.context, { place: 'd', ownerKey, form: 'f' });

const saveContact = (phone: Phone, id: string, draft: DraftRef, payload = anna) =>
  phone.outbox.enqueue(ownerOf(phone), { id, kind: 'contact.create', payload, ...draft });

/** `holds`: what the form shows, '' for nothing. */
async function openWindow(phone: Phone) {
  const form = openForm(phone);
  const found = await form.reading;
  return { form, holds: isRecord(found) ? String(found.values) : '' };
}

/** Resolves with what stands there then: after a save and a kill, the form that is opened again. */
async function act(
  phone: Phone,
  { form }: Awaited<ReturnType<typeof openWindow>>,
  what: 'types' | 'saves' | 'is killed',
  typed: string,
) {
  if (what === 'types') await form.save({ id: 'a', values: typed });
  if (what === 'types') return { form, holds: typed };
  if (what === 'saves') await saveContact(phone, newId(), form.take());
  return openWindow(phone);
}

/** What would be restored if all windows were killed now, one form after the other. */
async function stored(phone: Phone): Promise<unknown[]> {
  const values = (await phone.db.drafts.toArray()).map(({ value }) => value);
  return values.map(value => (isRecord(value) ? value.values : value)).sort();
}

describe('[S32] a draft', () => {
  it('goes with the save of its own content, under whatever id', async () => {
    const { phone } = await setUp();
    const form = openForm(phone);
    await form.save({ id: 'a', values: anna });
    await saveContact(phone, newId(), form.take());
    expect(await stored(phone)).toEqual([]);
  });

  it('that another window has typed stays, as that of another entry', async () => {
    const { phone } = await setUp();
    const id = newId();
    await openForm(phone).save({ id, values: 'А' });
    const restored = openForm(phone);
    await restored.reading;
    await restored.save({ id, values: 'Б' });
    const blank = openForm(phone);
    await blank.save({ id, values: 'В' });
    await saveContact(phone, id, blank.take());
    await blank.clear();
    expect(await stored(phone)).toEqual(['Б']);
  });

  it('of each window is kept, whatever they type, save or leave, and in whatever order', async () => {
    const step = fc.tuple(
      fc.nat(2),
      fc.constantFrom('types' as const, 'saves' as const, 'is killed' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        const { phone } = await setUp();
        const windows = await Promise.all([openWindow(phone), openWindow(phone), openWindow(phone)]);
        const expected = new Set<string>();
        for (const [number, [which, what]] of steps.entries()) {
          phone.clock.now += 1000;
          const window = windows[which] ?? windows[0];
          const typed = `${which} ${number}`;
          if (what !== 'is killed') expected.delete(window.holds);
          if (what === 'types') expected.add(typed);
          windows[which] = await act(phone, window, what, typed);
          const newest = [...expected].at(-1) ?? '';
          expect(windows[which].holds).toBe(newest);
          expect(await stored(phone)).toEqual([...expected].sort());
        }
      }),
      { numRuns: 40 },
    );
  });

  it('takes what it was restored from with it, if its window was closed before it could', async () => {
    const { phone } = await setUp();
    const id = newId();
    const older = { key: 'd', ownerKey: 'x', form: 'f', value: { id, values: 'А' } };
    await phone.drafts.save(older);
    const form = openForm(phone);
    await form.reading;
    phone.clock.now += 1000;
    await form.save({ id, values: 'АБ' });
    phone.clock.now -= 1000;
    await phone.drafts.save(older);
    const [one] = await listDrafts(phone.db, 'x');
    expect(one?.value).toEqual({ id, values: 'АБ' });
    await saveContact(phone, id, form.take());
    expect(await stored(phone)).toEqual([]);
  });

  it('of another window stays where a form begins without what is found', async () => {
    const { phone } = await setUp();
    await openForm(phone).save('А');
    const form = openFormDraft(phone.context, { place: 'd', ownerKey: 'x', form: 'f' }, { restores: false });
    expect(await form.reading).toBeNull();
    await form.save('Б');
    await form.clear();
    expect(await stored(phone)).toEqual(['А']);
  });

  it('of a form whose name another one begins with is not touched', async () => {
    const { phone } = await setUp();
    const other = openFormDraft(phone.context, { place: 'd|e', ownerKey: 'x', form: 'f' });
    await other.save('А');
    const form = openForm(phone);
    await form.save('А');
    expect(await listDrafts(phone.db, 'x')).toHaveLength(2);
    await form.clear();
    expect(await phone.drafts.read('d')).toBeUndefined();
    expect(await phone.drafts.read('d|e')).toBeDefined();
  });

  it('of a form that another window has saved is one more entry, opened and saved once or twice', async () => {
    const { phone } = await setUp();
    const { id } = await phone.save('contact.create', anna);
    await openForm(phone).save({ id, values: people.vera });
    for (const form of [openForm(phone), openForm(phone)]) {
      expect(await form.reading).toEqual({ id, values: people.vera });
      await saveContact(phone, id, form.take(), people.vera);
    }
    expect(await phone.entries()).toHaveLength(2);
  });

  it('goes with all that it was restored from, though each window was closed at once', async () => {
    const { phone } = await setUp();
    const id = newId();
    await openForm(phone).save({ id, values: 'А' });
    for (const values of ['АБ', 'АБВ']) {
      phone.clock.now += 1000;
      const form = openForm(phone);
      await form.reading;
      form.saveLeaving({ id, values });
      expect(await stored(phone)).toContain(values);
    }
    const form = openForm(phone);
    await form.reading;
    await saveContact(phone, id, form.take());
    expect(await stored(phone)).toEqual([]);
  });

  it('that is stored again as it was found is one row', async () => {
    const { phone } = await setUp();
    await openForm(phone).save({ values: 'А' });
    for (const form of [openForm(phone), openForm(phone)]) await form.save(await form.reading);
    expect(await stored(phone)).toEqual(['А']);
  });

  it('that was given up takes nothing with it which another window types later', async () => {
    const { phone } = await setUp();
    const [first, second] = [openForm(phone), openForm(phone)];
    await second.reading;
    await first.save({ id: 'a', values: 'А' });
    const third = openForm(phone);
    await third.clear();
    await first.save({ id: 'a', values: 'АБ' });
    await first.save({ id: 'a', values: 'А' });
    await third.save({ id: 'c', values: 'Я' });
    expect(await stored(phone)).toEqual(['А', 'Я']);
  });

  it('of a connection that the browser has closed is written by the next one', async () => {
    const { phone } = await setUp();
    const form = openForm(phone);
    await form.reading;
    phone.db.beforeClose.add(() => form.saveLeaving('А'));
    phone.db.backendDB().close();
    form.saveLeaving('А');
    await form.save('А');
    expect(await stored(phone)).toEqual(['А']);
  });

  it('of a correction that another window has saved is none', async () => {
    const setup = await setUp();
    const { phone, network } = setup;
    network.off();
    const contact = knownContact(setup);
    const { id } = await phone.save('order.create', orderTo(contact));
    const { ownerKey } = phone.book();
    const [first, second] = [openForm(phone, ownerKey), openForm(phone, ownerKey)];
    await first.save({ id, values: 'Речная' });
    await phone.outbox.correct(id, { ...orderTo(contact), street: 'Речная' }, first.take());
    await second.save({ id, values: 'Речная' });
    expect(await stored(phone)).toEqual([]);
  });

  it.each([anna, people.vera])(
    'of what is saved is none, sent or not, whichever window saved it',
    async first => {
      const { phone } = await setUp();
      const id = newId();
      const { ownerKey } = phone.book();
      const seen = (values: unknown) => ({ draftKey: 'd', draftSeen: JSON.stringify({ values }) });
      await saveContact(phone, id, seen(anna));
      await passOf(phone);
      await erasePayloads(phone.db, ownerKey, () => true);
      await saveContact(phone, id, seen(people.vera), people.vera);
      const form = openForm(phone, ownerKey);
      await form.save({ id, values: { ...first, comment: 'А' } });
      expect(await phone.drafts.read('d')).toBeDefined();
      await form.save({ id, values: first });
      expect(await phone.drafts.read('d')).toBeUndefined();
    },
  );

  it('stays where the form is asked about what another window has saved', async () => {
    const setup = await setUp();
    const { network, phone } = setup;
    network.off();
    const contact = knownContact(setup);
    const change = (comment: string) => ({
      id: newId(),
      kind: 'contact.update',
      payload: { ...anna, contact, comment },
      base: anna,
    });
    const form = openForm(phone);
    await form.save({ id: 'b', values: anna });
    await phone.outbox.enqueue(ownerOf(phone), change('А'));
    await phone.outbox.enqueue(ownerOf(phone), { ...change('Б'), ...form.take() });
    expect((await phone.drafts.read('d'))?.value).toEqual({ id: 'b', values: anna });
  });
});

it.each(['order.create', 'contact.update'])(
  '[S19] %s of a contact that another window has removed is refused, its draft stays',
  async kind => {
    const { network, phone } = await setUp();
    network.off();
    const owner = ownerOf(phone);
    const { id: contact } = await phone.save('contact.create', anna);
    const removing = () =>
      phone.outbox.enqueue(owner, {
        id: newId(),
        kind: 'contact.delete',
        payload: { contact, name: 'Анна' },
      });
    await removing();
    await phone.drafts.save({ key: 'd', ownerKey: 'x', form: 'f', value: { id: 'a', values: anna } });
    const payload = kind === 'order.create' ? orderTo(contact) : { ...anna, contact };
    const draftSeen = JSON.stringify({ values: anna });
    const saved = await phone.outbox.enqueue(owner, { id: newId(), kind, payload, draftKey: 'd', draftSeen });
    expect(saved).toEqual({ ok: false, problem: { reason: 'orphaned' } });
    expect(await phone.drafts.read('d')).toBeDefined();
    expect(await removing()).toEqual({ ok: true, value: null });
    expect(await phone.entries()).toEqual([]);
  },
);
