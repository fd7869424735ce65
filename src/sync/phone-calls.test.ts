import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#kit/ids.ts';
import { OutboxDb } from '#storage/outbox-db.ts';
import {
  CALLS_KEPT,
  completeCallBack,
  concludeCall,
  openCallBacksTo,
  readCallBacks,
  readCallsTo,
  readLastCalls,
  recordCall,
  restoreCalls,
} from './phone-calls.ts';

const ME = 'http://api.test|1';
const OTHER = 'http://api.test|2';
const anna = { contact: '7', name: 'Анна', phone: '0001234567' };
const boris = { contact: '', name: 'Борис', phone: '0007654321' };
const noRoom = async () => {};

let db: OutboxDb;
beforeEach(() => {
  db = new OutboxDb(newId());
});
afterEach(() => db.delete());

async function dial(who = anna, now = 1, ownerKey = ME) {
  const recorded = await recordCall(db, ownerKey, who, { id: newId(), now, makeRoom: noRoom });
  if (!recorded.ok) throw new Error(recorded.problem.reason);
  return recorded.value;
}

async function askBack(callBackOn: string, who = anna, now = 1, ownerKey = ME) {
  const call = await dial(who, now, ownerKey);
  await conclude(call, callBackOn);
  return { ...call, outcome: 'call-back', callBackOn } as const;
}

async function conclude(call: Awaited<ReturnType<typeof dial>>, callBackOn: string) {
  const outcome = callBackOn === '' ? 'reached' : 'call-back';
  const saved = await concludeCall(db, call, { outcome, note: 'после шести', callBackOn }, noRoom);
  if (!saved.ok) throw new Error(saved.problem.reason);
  return saved.value;
}

const open = () => readCallBacks(db, ME);
const names = async () => (await open()).map(call => call.name);

describe('the log', () => {
  test('is found by the contact in both forms of its key, and by the number', async () => {
    const localId = newId();
    await dial({ ...anna, contact: localId }, 5);
    await db.idMap.put({ localId, ownerKey: ME, noun: 'contact', serverId: 7 });
    await dial({ ...anna, contact: '7' }, 9);
    const nobody = { key: '8', phones: [] };
    for (const person of [
      { key: localId, phones: [] },
      { key: '7', phones: [] },
      { ...nobody, phones: [anna.phone] },
    ]) {
      expect((await readCallsTo(db, ME, person)).map(call => call.at)).toEqual([9, 5]);
    }
    expect(await readCallsTo(db, ME, nobody)).toEqual([]);
    expect((await readLastCalls(db, ME)).get(anna.phone)?.at).toBe(9);
    expect((await readLastCalls(db, OTHER)).size).toBe(0);
  });

  test('is bounded, and never drops who is to be called back', async () => {
    await askBack('2026-11-20');
    for (let at = 2; at <= CALLS_KEPT + 30; at += 1) await dial(boris, at);
    await dial(boris, 1, OTHER);
    expect(await db.calls.where('[ownerKey+contact]').equals([ME, '']).count()).toBe(CALLS_KEPT);
    expect(await names()).toEqual(['Анна']);
  });

  test('keeps the call being made even if the clock was set back', async () => {
    for (let at = 1001; at <= 1000 + CALLS_KEPT; at += 1) await dial(boris, at);
    const call = await dial(anna, 1);
    expect(await db.calls.get(call.id)).toEqual(call);
    expect(await db.calls.count()).toBe(CALLS_KEPT);
  });
});

describe('calling back', () => {
  test('is due on its day and later, evenings last, and never shown to another user', async () => {
    await askBack('2026-11-21', { ...anna, name: 'Завтра', phone: '1' });
    await askBack('2026-11-20 18:00:00', { ...anna, name: 'Вечером', phone: '2', contact: '' });
    await askBack('2026-11-20', { ...anna, name: 'Сегодня', phone: '3', contact: '' });
    await askBack('2026-11-18', { ...anna, name: 'Просрочен', phone: '4', contact: '' });
    await askBack('2026-11-20', { ...anna, name: 'Чужой' }, 1, OTHER);
    expect(await names()).toEqual(['Просрочен', 'Сегодня', 'Вечером', 'Завтра']);
  });

  test('ends when it is done, and «done» can be taken back', async () => {
    const call = await askBack('2026-11-20');
    await completeCallBack(db, call.id);
    expect(await names()).toEqual([]);
    await restoreCalls(db, [call]);
    expect(await names()).toEqual(['Анна']);
  });

  test('ends when the same person was reached, by contact or by number', async () => {
    await askBack('2026-11-20');
    await askBack('2026-11-20', boris);
    const call = await dial({ ...anna, phone: boris.phone }, 3);
    expect(await openCallBacksTo(db, call)).toHaveLength(2);
    await conclude(call, '');
    expect(await names()).toEqual([]);
  });

  test('stays when nobody answered, and moves when another day was agreed', async () => {
    await askBack('2026-11-20');
    const silent = await dial(anna, 2);
    await concludeCall(db, silent, { outcome: 'no-answer', note: '', callBackOn: '' }, noRoom);
    expect(await names()).toEqual(['Анна']);
    await askBack('2026-11-23', anna, 3);
    expect((await open()).map(call => call.callBackOn)).toEqual(['2026-11-23']);
  });

  test('is as it was once another day is taken back', async () => {
    const earlier = await askBack('2026-11-20');
    const call = await dial(anna, 2);
    await restoreCalls(db, await conclude(call, '2026-11-23'));
    expect(await open()).toMatchObject([{ id: earlier.id, callBackOn: '2026-11-20' }]);
    expect(await db.calls.get(call.id)).toMatchObject({ outcome: '', callBackOn: '', note: 'после шести' });
  });

  test('is kept even when the log has lost the call meanwhile', async () => {
    const call = await dial();
    await db.calls.delete(call.id);
    await conclude(call, '2026-11-20');
    expect(await names()).toEqual(['Анна']);
  });
});

describe('[S6] a full disk', () => {
  const full = new DOMException('', 'QuotaExceededError');

  test('makes room and keeps the outcome, or says that it could not', async () => {
    const call = await dial();
    let rooms = 0;
    let isFull = true;
    db.calls.hook('updating', () => {
      if (isFull) throw full;
    });
    const conclusion = { outcome: 'reached', note: '', callBackOn: '' } as const;
    const makeRoom = async () => {
      rooms += 1;
      isFull = false;
    };
    expect((await concludeCall(db, call, conclusion, makeRoom)).ok).toBe(true);
    expect(rooms).toBe(1);
    isFull = true;
    const refused = await concludeCall(db, call, { ...conclusion, note: 'x' }, noRoom);
    expect(refused).toEqual({ ok: false, problem: { reason: 'full' } });
  });
});
