import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '#tests/support/embedded-engine.ts';
import { EmbeddedClient } from './embedded.ts';

let engine: PGlite;
let client: EmbeddedClient;
beforeAll(async () => {
  engine = await createEngine();
});
afterAll(() => engine.closed || engine.close());
beforeEach(async () => {
  await engine.exec(
    'deallocate all; drop table if exists things; create table things (id int primary key, name text)',
  );
  client = new EmbeddedClient(engine);
});

const insert = (on: Pick<EmbeddedClient, 'query'>, id: number, name: string | null = null) =>
  on.query('insert into things values ($1, $2)', [id, name]);

async function ids(): Promise<unknown[]> {
  const { rows } = await client.query('select id from things order by id', [], { rowMode: 'array' });
  return rows.flat();
}

/** How many statements the engine keeps. */
async function kept(): Promise<number> {
  const { rows } = await engine.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements');
  return rows[0]?.n ?? Number.NaN;
}

describe('a question', () => {
  it('is answered with values of their types, by name or in order, and with how many rows changed', async () => {
    const { affectedRows } = await client.query("insert into things values (1, 'Ёж'), (2, null)");
    expect(affectedRows).toBe(2);
    const text = 'select id, name, 1.5::float8 as half, now() > $1 as later from things order by id';
    const { rows, fields } = await client.query(text, [new Date(0)]);
    expect(rows).toEqual([
      { id: 1, name: 'Ёж', half: 1.5, later: true },
      { id: 2, name: null, half: 1.5, later: true },
    ]);
    expect(fields.map(({ name }) => name)).toEqual(['id', 'name', 'half', 'later']);
    const inOrder = await client.query('select id, name from things', [], { rowMode: 'array' });
    expect(inOrder.rows).toEqual([
      [1, 'Ёж'],
      [2, null],
    ]);
  });

  it('that fails says why and harms no other', async () => {
    await insert(client, 1);
    await expect(insert(client, 1)).rejects.toMatchObject({ code: '23505' });
    await expect(client.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' });
    await expect(insert(client, 2, 'a\u0000b')).rejects.toMatchObject({ code: '22021' });
    await insert(client, 2);
    expect(await ids()).toEqual([1, 2]);
  });

  it('is prepared once, anew after a thousand times, and again after the tables changed', async () => {
    for (let id = 1; id <= 3; id++) await insert(client, id);
    expect(await kept()).toBe(1);
    for (let id = 4; id <= 1_100; id++) await insert(client, id);
    expect(await kept()).toBe(1);
    const read = () => client.query('select * from things where id = $1', [1]);
    expect((await read()).rows).toEqual([{ id: 1, name: null }]);
    await client.query('alter table things add column size int');
    expect((await read()).rows).toEqual([{ id: 1, name: null, size: null }]);
  });

  it('is forgotten when five hundred others came after it, and answered all the same', async () => {
    for (let at = 0; at < 600; at++) {
      const { rows } = await client.query(`select ${at} as at`);
      expect(rows).toEqual([{ at }]);
    }
    expect(await kept()).toBe(500);
    expect((await client.query('select 0 as at')).rows).toEqual([{ at: 0 }]);
    expect(await kept()).toBe(500);
  });

  it('too long to come twice is not kept', async () => {
    const list = Array.from({ length: 3_000 }, (_, at) => `(${at})`).join(',');
    await client.query(`insert into things (id) values ${list}`);
    expect(await kept()).toBe(0);
    expect(await ids()).toHaveLength(3_000);
  });
});

describe('a transaction', () => {
  it('is whole or nothing, and nobody else comes in between', async () => {
    const begun = client.transaction(async tx => {
      await insert(tx, 1);
      await new Promise(resolve => setTimeout(resolve, 20));
      await insert(tx, 2);
    });
    const beside = ids();
    await begun;
    expect(await beside).toEqual([1, 2]);
    const failing = client.transaction(async tx => {
      await insert(tx, 3);
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await ids()).toEqual([1, 2]);
  });

  it('asks one thing after the other, also when they were asked at once', async () => {
    await client.transaction(async tx => {
      await Promise.all([1, 2, 3].map(id => insert(tx, id)));
    });
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('in which something failed does not pass for committed', async () => {
    const swallowing = client.transaction(async tx => {
      await insert(tx, 1);
      await insert(tx, 1).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('was to be committed');
    expect(await ids()).toEqual([]);
  });

  it('that is over answers nothing more', async () => {
    let late: Pick<EmbeddedClient, 'query'> | undefined;
    await client.transaction(async tx => {
      late = tx;
    });
    await expect(late?.query('select 1')).rejects.toThrow('over');
  });
});

it('whoever closes waits for what was asked, and nothing is answered afterwards', async () => {
  const asked = client.query('select 1 as one');
  await client.close();
  expect((await asked).rows).toEqual([{ one: 1 }]);
  await expect(client.query('select 1')).rejects.toThrow('closed');
});
