import { describe, expect, it } from 'vitest';
import { readEntries, writeEntries } from '#sync/entries-file.ts';
import { previewImport } from '#sync/import-entries.ts';
import { fileOf, live, load, SITE, secondPhone, settle, take, unsentOf, wipe } from './entries-file.ts';
import { namesOn, OTHER, orderTo, ownerOf, passOf, people, SAVE, setUp } from './fixture.ts';

it('[S13] a create from a file is looked for before it is sent: its own phone may have gone on', async () => {
  const setup = await setUp({ keyed: false });
  const second = await secondPhone(setup);
  await setup.phone.save('contact.create', people.anna);
  const file = await unsentOf(setup.phone);
  await passOf(setup.phone);
  await take(second, file);
  await passOf(second);
  expect([namesOn(setup), (await second.entries()).map(({ state }) => state)]).toEqual([['Анна'], ['done']]);
});

it('[S3] a file that is taken in twice is one entry each', async () => {
  const setup = await setUp();
  const second = await secondPhone(setup);
  await setup.phone.save('contact.create', people.anna);
  const file = await unsentOf(setup.phone);
  for (let time = 0; time < 2; time += 1) {
    await take(second, file);
  }
  expect((await second.entries()).length).toBe(1);
});

it('[S18] an order from a file finds the contact that its own phone has sent', async () => {
  const setup = await setUp({ keyed: false });
  const second = await secondPhone(setup);
  const contact = await setup.phone.save('contact.create', people.anna);
  await passOf(setup.phone);
  await setup.phone.save('order.create', orderTo(contact.id));
  await take(second, await unsentOf(setup.phone));
  await passOf(second);
  expect(setup.server.orders.map(order => order.contact.first_name)).toEqual(['Анна']);
});

it('[S14] what was changed in the file is not taken in: its key stands for something else', async () => {
  const { phone } = await setUp();
  await phone.save('contact.create', people.anna);
  const text = writeEntries(await unsentOf(phone)).replace('Третий', 'Пятый');
  const read = readEntries(text, SITE, ownerOf(phone));
  expect(read.ok && [read.value.entries.length, read.value.damaged]).toEqual([0, 1]);
});

describe('a file of unsent entries', () => {
  it('[S13] names what its owner has sent, and nothing of anybody else on this phone', async () => {
    const setup = await setUp();
    const { phone } = setup;
    const sent = async () => (await unsentOf(phone)).pairs.map(({ localId }) => localId);
    const mine = await phone.save('contact.create', people.anna);
    await passOf(phone);
    expect(await sent()).toEqual([mine.id]);
    await phone.signIn(OTHER, 'password');
    expect(await sent()).toEqual([]);
  });

  it('[S30] says what is in it, carries no token, and loaded twice adds nothing', async () => {
    const setup = await setUp();
    const { network, phone } = setup;
    network.off();
    const contact = await phone.save('contact.create', people.anna);
    await phone.save('order.create', orderTo(contact.id));
    const text = await fileOf(phone);
    const { accessToken, refreshToken } = phone.auth.read();
    expect(text).not.toContain(accessToken);
    expect(text).not.toContain(refreshToken);
    const file = readEntries(text, SITE, ownerOf(phone));
    if (!file.ok) throw new Error(file.problem.reason);
    expect(await previewImport(phone.db, file.value)).toEqual({ total: 2, known: 2, fresh: 0, damaged: 0 });
    network.on();
    const again = await wipe(phone);
    expect(await previewImport(again.db, file.value)).toMatchObject({ known: 0, fresh: 2 });
    expect(await load(again, text)).toBe(2);
    expect(await load(again, text)).toBe(0);
    expect((await again.entries()).map(({ id, key }) => [id, key])).toEqual(
      file.value.entries.map(({ id, key }) => [id, key]),
    );
  });

  it('[S4] does not bring back what has arrived meanwhile and is known as a receipt', async () => {
    const { phone } = await setUp();
    await phone.save('contact.create', people.anna);
    const text = await fileOf(phone);
    await phone.drain();
    expect(await load(phone, text)).toBe(0);
    expect(await live(phone)).toEqual([]);
  });

  it('[S18] an order for a contact that had arrived before finds it on an emptied device', async () => {
    const { server, phone } = await setUp();
    const contact = await phone.save('contact.create', people.anna);
    await phone.drain();
    await phone.save('order.create', orderTo(contact.id));
    const text = await fileOf(phone);
    const anew = await wipe(phone);
    expect(await load(anew, text)).toBe(1);
    await settle(anew);
    expect(await live(anew)).toEqual([]);
    expect(server.orders).toHaveLength(1);
  });

  it('[S13] a contact that still waits here is not taken for arrived, whatever the file says of it', async () => {
    const setup = await setUp({ keyed: false });
    const { network, phone } = setup;
    network.fault(SAVE, 'drop-after');
    const contact = await phone.save('contact.create', people.anna);
    await phone.drain();
    const file = await unsentOf(phone);
    const pairs = [{ localId: contact.id, noun: 'contact', serverId: 4711 }];
    await take(phone, { ...file, pairs });
    await settle(phone);
    expect(namesOn(setup)).toEqual(['Анна']);
  });

  it('[S28] belongs to one user at one backend', async () => {
    const { phone } = await setUp();
    await phone.save('contact.create', people.anna);
    const text = await fileOf(phone);
    const owner = ownerOf(phone);
    const other = { ...owner, userId: owner.userId + 1 };
    expect(readEntries(text, SITE, other)).toEqual({ ok: false, problem: { reason: 'foreign' } });
    expect(readEntries(text, 'https://other.example', owner)).toMatchObject({ ok: false });
    expect(readEntries(text, SITE, { ...owner, actorId: 1 })).toMatchObject({ ok: false });
  });

  it.each([
    ['', 'unreadable'],
    ['просто текст', 'unreadable'],
    ['{"format":"other"}', 'unreadable'],
    ['{"format":"promo-outbox","version":2}', 'newer'],
    ['{"format":"promo-outbox","version":1}', 'unreadable'],
  ])('%j is refused as %s', async (text, reason) => {
    const { phone } = await setUp();
    expect(readEntries(text, SITE, ownerOf(phone))).toEqual({ ok: false, problem: { reason } });
  });

  it('cut off, it is refused as a whole; laid out anew by an editor it still reads', async () => {
    const { phone } = await setUp();
    await phone.save('contact.create', { ...people.anna, comment: '{"format":"promo-outbox"' });
    const text = await fileOf(phone);
    const owner = ownerOf(phone);
    expect(readEntries(text.slice(0, -20), SITE, owner)).toMatchObject({ ok: false });
    expect(readEntries(text, SITE, owner)).toMatchObject({ ok: true, value: { damaged: 0 } });
    const laidOut = JSON.stringify(JSON.parse(text.slice(text.indexOf('\n\n'))), null, 2);
    expect(readEntries(`\uFEFF${laidOut}`, SITE, owner)).toMatchObject({ ok: true });
  });

  it('[S4] carries what this build cannot read', async () => {
    const { phone } = await setUp();
    const entry = await phone.save('contact.create', people.anna);
    await phone.db.entries.update(entry.seq, { kind: 'contact.merge', v: 7 });
    const text = await fileOf(phone);
    const anew = await wipe(phone);
    expect(await load(anew, text)).toBe(1);
    await anew.drain();
    expect(await anew.entry(entry.id)).toMatchObject({ kind: 'contact.merge', v: 7, attempts: 0 });
  });

  it('[S4] nothing that stands in the outbox keeps the rest from leaving', async () => {
    const { phone } = await setUp();
    const broken = await phone.save('contact.create', people.anna);
    await phone.save('contact.create', { ...people.anna, first_name: 'Вера' });
    await phone.db.entries.update(broken.seq, { error: { odd: true } as never, hash: undefined as never });
    const file = readEntries(await fileOf(phone), SITE, ownerOf(phone));
    expect(file).toMatchObject({
      ok: true,
      value: { damaged: 1, entries: [{ payload: { first_name: 'Вера' } }] },
    });
  });
});
