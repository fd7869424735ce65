/** What the floor asks the database: one statement for who calls, one for what is wanted. Only the numbers are drawn ahead. */

export type Statement = { name: string; text: string };

/** As the server looks it up: for every call, so that whatever ended since lets nobody in. */
export const SESSION: Statement = {
  name: 'session',
  text: `select users.id::int, token.bearer, token.scopes, token.impersonator_id::int, token.used_at is null as is_first,
      array(select distinct permissions.name from user_role
        join role_permission on role_permission.role_id = user_role.role_id
        join permissions on permissions.id = role_permission.permission_id
        where user_role.user_id = users.id) as permissions
    from oauth_access_tokens token
    join users on users.id = token.user_id and users.status = 'active'
    join oauth_clients client on client.id = token.client_id and client.revoked_at is null
    where token.token_hash = $1 and token.revoked_at is null and token.expires_at > $2`,
};

const DATE = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"000Z"') as ${column}`;

const CONTACT = (name: string) => `select contacts.id, ${name} coalesce(last_name, '') as last_name,
  coalesce(comment, '') as comment, ${DATE('created_at')}, ${DATE('updated_at')}`;

const PHONE = `json_build_object('id', phone.id, 'full_phone', phone.full_phone) order by phone.pos`;

/** The rows of a page as JSON, and how many there are in all. */
export const CONTACT_PAGE: Statement = {
  name: 'contact_page',
  text: `select coalesce(string_agg(row_to_json(item)::text, ','), '') as rows, count(*)::int as here,
      (select count(*)::int from contacts where promoter_id = $1 and deleted_at is null) as total
    from (${CONTACT('first_name,')},
        coalesce((select json_agg(${PHONE}) from contact_phones phone where phone.contact_id = contacts.id), '[]')
          as contact_phones
      from contacts where promoter_id = $1 and deleted_at is null
      order by contacts.created_at desc, contacts.id desc limit 15 offset $2) as item`,
};

/** The whole book as JSON. */
export const BOOK: Statement = {
  name: 'book',
  text: `select coalesce(string_agg(row_to_json(item)::text, ','), '') as rows
    from (${CONTACT(`concat_ws(' ', first_name, last_name) as name, first_name,`)},
        coalesce(phones.list, '[]') as contact_phones
      from contacts
      left join (select phone.contact_id, json_agg(${PHONE}) as list
        from contact_phones phone join contacts on contacts.id = phone.contact_id
        where contacts.promoter_id = $1 and contacts.deleted_at is null
        group by phone.contact_id) as phones on phones.contact_id = contacts.id
      where promoter_id = $1 and deleted_at is null
      order by contacts.created_at desc, contacts.id desc) as item`,
};

export const BOOK_VERSION: Statement = {
  name: 'book_version',
  text: `select coalesce(md5(string_agg(concat_ws(':', id, xmin, extract(epoch from updated_at)), ',' order by id)), 'none')
      as version
    from contacts where promoter_id = $1 and deleted_at is null`,
};

const DRAWN_AT_ONCE = 50;

/** Some numbers of what is still to be made. */
export const DRAW = (name: string, ...sequences: string[]): Statement => ({
  name,
  text: `select ${sequences.map((each, at) => `nextval('${each}')::int as n${at}`)} from generate_series(1, ${DRAWN_AT_ONCE})`,
});

/** $1 user, $2 route, $3 key, $4 fingerprint, $5 now, $6 body, $7 address, $8 request: the same in both writes. */
const CLAIM = (from: string) => `insert into idempotency_keys
    (user_id, route, key, fingerprint, status, headers, body, created_at, updated_at)
  select $1::bigint, $2, $3, $4, 200, '{"content-type":"application/json"}', $6::bytea, $5, $5 from ${from}
  on conflict do nothing returning key`;

/** What the same request was answered before. */
export const KEPT: Statement = {
  name: 'kept',
  text: `select body from idempotency_keys where user_id = $1 and route = $2 and key = $3 and fingerprint = $4`,
};

const AUDIT = (
  entity: string,
) => `insert into audit_log (at, actor_id, action, entity, entity_id, ip, request_id)
  select $5, $1, 'create', '${entity}', made.id, $7, $8::uuid from made`;

/** Makes the order, its key with the answer, and its line of the audit; nothing when it names what there is not. */
export const ORDER: Statement = {
  name: 'order',
  text: `with named as (
    select contacts.id, concat_ws(' ', last_name, first_name) as client_fio,
      coalesce((select jsonb_agg(full_phone order by pos) from contact_phones where contact_id = contacts.id), '[]') as phones
    from contacts
    where contacts.id = $9 and promoter_id = $1 and deleted_at is null
      and exists (select from districts where id = $10 and kind = $12 and active)
      and exists (select from works where id = $11 and kind = $12 and active)
  ), claimed as (${CLAIM('named')}
  ), made as (
    insert into requests (id, promoter_id, contact_id, type, code_number, fullcode, client_fio, phones, district_id, work_id,
      broken, street, house, korp, flat, state_code, client_key, created_at, updated_at)
    select $13::bigint, $1, named.id, $12, $14::bigint, $15, client_fio, phones, $10, $11, $16, $17, $18, $19, $20, 'new', $3::uuid, $5, $5
    from named, claimed returning id
  ), noted as (${AUDIT('request')})
  select count(*)::int as made from made`,
};

/** Makes the contact with its phones, its key with the answer, and its line of the audit. */
export const CONTACT_SAVED: Statement = {
  name: 'contact_saved',
  text: `with claimed as (${CLAIM('(select 1) as one')}
  ), made as (
    insert into contacts (id, promoter_id, first_name, last_name, comment, client_key, created_at, updated_at)
    select $9::bigint, $1, $10, $11, $12, $3::uuid, $5, $5 from claimed returning id
  ), called as (
    insert into contact_phones (id, contact_id, pos, full_phone, created_at, updated_at)
    select phone.id, made.id, phone.at - 1, phone.full_phone, $5, $5
    from made, unnest($13::bigint[], $14::text[]) with ordinality as phone (id, full_phone, at)
  ), noted as (${AUDIT('contact')})
  select count(*)::int as made from made`,
};
