/** What the client makes of the answers of a real Laravel, byte for byte as they came. */

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isAnswered } from '#api/problem.ts';
import { noContactTexts } from '#contract/contact-fields.ts';
import { deleteContact, getContact, listAllContacts, listContacts, saveContact } from '#contract/contacts.ts';
import { deleteClient } from '#contract/credentials.ts';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { sendOrder } from '#contract/orders.ts';
import { updatePolicy } from '#contract/policies.ts';
import { closeReport, openReport, payRequest, unpayRequest } from '#contract/reports.ts';
import { getRequest } from '#contract/requests.ts';
import { getUser } from '#contract/session.ts';
import { DateTime, Flags } from '#contract/wire.ts';
import {
  closedAfterLastRow,
  type Recorded,
  receiving,
  recorded,
  recording,
  withoutElision,
} from './recording.ts';

const INPUT = { id: 1, page: 1 };

const problemOf = async (from: Endpoint, title: string) => {
  const answer = await receiving(recorded(title))(from, INPUT);
  if (answer.ok) throw new Error(`${title} counted as a success`);
  return answer.problem;
};

/** The value that the client reads, or why it reads none. */
const read = async (from: Endpoint, answer: Recorded): Promise<unknown> => {
  const received = await receiving(answer)(from, INPUT);
  return received.ok ? received.value.value : received.problem;
};

const reading = (reply: v.GenericSchema) =>
  endpoint({ title: 'все', method: 'GET', path: '/api/any', guard: 'public', input: v.object({}), reply });

const WHEN = '2026-11-20 15:34:51';
const contact = (id: number, first_name = `К${id}`) => ({
  ...noContactTexts,
  id,
  first_name,
  last_name: '',
  comment: '',
  created_at: WHEN,
  contact_phones: [],
});

describe('lists', () => {
  const nothing = { list: [], per_page: 15, from: null, to: null, next_page_url: null };

  const wrapped = {
    list: [contact(1), contact(2)],
    current_page: 1,
    last_page: 17,
    per_page: 2,
    from: 1,
    to: 2,
    total: 2,
    prev_page_url: null,
    next_page_url: '?page=2',
  };

  it.each<[string, object]>([
    [
      '/api/list?page=99',
      { ...nothing, current_page: 99, last_page: 3, total: 33, prev_page_url: '?page=98' },
    ],
    ['/api/empty', { ...nothing, current_page: 1, last_page: 1, total: 0, prev_page_url: null }],
    ['/api/wrapped', wrapped],
  ])('reads the page of %s: beyond the end, empty, inside `list`', async (path, page) => {
    const whole = path === '/api/wrapped' ? closedAfterLastRow : withoutElision;
    expect(await read(listContacts, whole(recorded(`GET ${path} -> 200`)))).toEqual(page);
  });

  it('reads a paginator as an unpaged list where one is asked for', async () => {
    const book = await read(listAllContacts, closedAfterLastRow(recorded('GET /api/wrapped -> 200')));
    // What its rows do not say is not taken for empty: the form must not send it so.
    const said = [contact(1), contact(2)].map(({ last_name: _, ...rest }) => rest);
    expect(book).toEqual({ list: said });
  });

  it('reads the rows of a page, newest first, and takes an unreadable number for the first page', async () => {
    const second = await read(listContacts, closedAfterLastRow(recorded('GET /api/list?page=2 -> 200')));
    expect(second).toMatchObject({ current_page: 2, prev_page_url: '?page=1', list: { length: 9 } });
    expect(second).toHaveProperty('list.0', contact(18));
    const first = await read(listContacts, closedAfterLastRow(recorded('GET /api/list?page=abc -> 200')));
    expect(first).toMatchObject({ current_page: 1, prev_page_url: null, list: { length: 9 } });
    expect(first).toHaveProperty('list.8', contact(25));
  });

  it.each([
    'GET /api/list?page=2 -> 200',
    'GET /api/list?page=99 -> 200',
    'GET /api/list?page=abc -> 200',
    'GET /api/empty -> 200',
    'GET /api/wrapped -> 200',
  ])('believes nothing of %s as it stands in the recording, cut or elided', async title => {
    for (const from of [listContacts, listAllContacts]) {
      expect(await problemOf(from, title)).toMatchObject({ kind: 'unreadable', status: 200, fields: {} });
    }
  });
});

describe('single things', () => {
  it('reads a model, its dates as the wall clock of the firm', async () => {
    expect(await read(getContact, recorded('GET /api/find/1 -> 200'))).toEqual(contact(1));
  });

  it('reads a created model, which lacks the columns that were never set', async () => {
    const answer = await receiving(recorded('POST /api/create -> 201'))(saveContact, INPUT);
    expect(answer).toEqual({
      ok: true,
      value: { status: 201, keyStatus: '', tag: '', value: contact(34, 'z') },
    });
  });

  it('does not take a contact for an order or a request', async () => {
    for (const title of ['POST /api/create -> 201', 'GET /api/find/1 -> 200']) {
      expect((await problemOf(sendOrder, title)).kind).toBe('unreadable');
      expect((await problemOf(getRequest, title)).kind).toBe('unreadable');
    }
  });

  it('reads an empty PHP array as an empty set of permissions', async () => {
    const can = reading(v.object({ can: Flags }));
    expect(await read(can, recorded('GET /api/emptyobj -> 200'))).toEqual({ can: {} });
    expect(await problemOf(getUser, 'GET /api/emptyobj -> 200')).toMatchObject({
      kind: 'unreadable',
      place: 'пользователь, поле id',
    });
  });

  it('converts a date with an offset and leaves a naive one as it is', async () => {
    const now = reading(v.object({ closed_at: DateTime, str: DateTime }));
    expect(await read(now, recorded('GET /api/now -> 200'))).toEqual({
      closed_at: WHEN,
      str: '2026-11-20 12:34:51',
    });
  });
});

describe('saves', () => {
  it.each<[string, Endpoint[], Endpoint[]]>([
    ['POST /api/null -> 200', [updatePolicy, deleteClient], [deleteContact, payRequest, closeReport]],
    ['POST /api/true -> 200', [deleteContact, payRequest], [updatePolicy, deleteClient, closeReport]],
    ['POST /api/str -> 200', [deleteContact, unpayRequest], [updatePolicy, deleteClient, openReport]],
  ])('%s proves what it is a proof of, and nothing else', async (title, proven, unproven) => {
    for (const from of proven) {
      expect(await receiving(recorded(title))(from, INPUT)).toMatchObject({ ok: true, value: { value: {} } });
    }
    for (const from of unproven) expect((await problemOf(from, title)).kind).toBe('foreign');
    for (const from of [saveContact, sendOrder, getContact, listContacts, getUser]) {
      expect((await problemOf(from, title)).kind).toBe('foreign');
    }
  });

  it('believes nothing of JSON without a proof', async () => {
    const title = 'GET /api/thr -> 200';
    for (const from of [saveContact, sendOrder, deleteContact, getContact, listContacts, getUser]) {
      expect(await problemOf(from, title)).toMatchObject({ kind: 'unreadable', status: 200 });
    }
  });
});

describe('refusals', () => {
  it.each([
    ['GET /api/find/777 -> 404', 'refused', 404, 'No query results for model [Contact] 777'],
    ['GET /api/nope -> 404', 'refused', 404, ''],
    ['GET /api/forbid -> 403', 'refused', 403, ''],
    ['GET /api/forbid2 -> 403', 'refused', 403, 'This action is unauthorized.'],
    [
      'DELETE /api/list -> 405',
      'refused',
      405,
      'The DELETE method is not supported for this route. Supported methods: GET, HEAD.',
    ],
    ['GET /api/auth -> 401', 'unauthenticated', 401, 'Unauthenticated.'],
    ['GET /api/boom -> 500', 'server', 500, 'Server Error'],
  ])('%s is %s', async (title, kind, status, message) => {
    for (const from of [getContact, saveContact, deleteContact, listContacts]) {
      const problem = await problemOf(from, title);
      expect(problem).toEqual({
        kind,
        status,
        message,
        code: '',
        fields: {},
        retryAfterMs: null,
        keyStatus: '',
        place: '',
      });
      expect(isAnswered(problem)).toBe(true);
    }
  });

  it('tells which fields were refused, by their paths', async () => {
    expect(await problemOf(saveContact, 'POST /api/val -> 422')).toEqual({
      kind: 'refused',
      status: 422,
      message: 'The given data was invalid.',
      code: '',
      retryAfterMs: null,
      keyStatus: '',
      place: '',
      fields: {
        email: ['validation.required'],
        name: ['validation.required'],
        'contact_phones.0.full_phone': ['validation.digits'],
      },
    });
  });

  it('tells how long to wait', async () => {
    expect(await problemOf(listContacts, 'GET /api/thr -> 429')).toMatchObject({
      kind: 'throttled',
      status: 429,
      message: 'Too Many Attempts.',
      retryAfterMs: 60_000,
    });
  });
});

it('never shows an error as a success, nor an error without its status', async () => {
  for (const answer of recording.filter(({ status }) => status >= 400)) {
    for (const from of [deleteContact, saveContact, getContact, listAllContacts, getUser]) {
      const { status } = await problemOf(from, answer.title);
      expect(status).toBe(answer.status);
    }
  }
  expect(recording.map(({ title }) => title)).toHaveLength(23);
});
