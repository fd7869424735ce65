import { type SQL, sql } from 'drizzle-orm';

/** How a column is told: money is stored in kopecks, a moment in UTC. */
export type ExportColumn = { key: string; title: string; kind?: 'money' | 'moment' | 'number' };

/** What can be exported. The query gives texts, and `id` to go on behind; never a hash, a token or a secret. */
export type ExportSet = { columns: readonly ExportColumn[]; page: (after: string, limit: number) => SQL };

const moment = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`);

const ID: ExportColumn = { key: 'id', title: '№' };
const PROMOTER: ExportColumn = { key: 'promoter', title: 'Промоутер' };
const CREATED: ExportColumn = { key: 'created_at', title: 'Создано', kind: 'moment' };
const ACTIVE: ExportColumn = { key: 'active', title: 'Активно' };

const contacts: ExportSet = {
  columns: [
    ID,
    PROMOTER,
    { key: 'first_name', title: 'Имя' },
    { key: 'last_name', title: 'Фамилия' },
    { key: 'phones', title: 'Телефоны' },
    { key: 'comment', title: 'Комментарий' },
    CREATED,
  ],
  page: (after, limit) => sql`
    select c.id::text as id, u.name as promoter, c.first_name, c.last_name, c.comment,
      (select string_agg(p.full_phone, ', ' order by p.pos, p.id) from contact_phones p where p.contact_id = c.id) as phones,
      ${moment('c.created_at')} as created_at
    from contacts c join users u on u.id = c.promoter_id
    where c.id > ${after}::text::bigint and c.deleted_at is null order by c.id limit ${limit}`,
};

const requests: ExportSet = {
  columns: [
    ID,
    { key: 'fullcode', title: 'Код' },
    PROMOTER,
    { key: 'client', title: 'Клиент' },
    { key: 'phones', title: 'Телефоны' },
    { key: 'district', title: 'Район' },
    { key: 'work', title: 'Работа' },
    { key: 'street', title: 'Улица' },
    { key: 'house', title: 'Дом' },
    { key: 'korp', title: 'Корпус' },
    { key: 'flat', title: 'Квартира' },
    { key: 'broken', title: 'Неисправность' },
    { key: 'state', title: 'Состояние' },
    { key: 'tofirm', title: 'Сумма фирме', kind: 'money' },
    { key: 'percent', title: 'Сумма промоутеру', kind: 'money' },
    CREATED,
    { key: 'done_at', title: 'Выполнена', kind: 'moment' },
    { key: 'paid_at', title: 'Оплачена', kind: 'moment' },
    { key: 'report', title: 'Отчет' },
  ],
  page: (after, limit) => sql`
    select r.id::text as id, r.fullcode, u.name as promoter, r.client_fio as client,
      (select string_agg(value, ', ') from jsonb_array_elements_text(r.phones) as value) as phones,
      d.name as district, w.name as work, r.street, r.house, r.korp, r.flat, r.broken, s.name as state,
      r.tofirm_kop::text as tofirm, r.percent_kop::text as percent, r.report_id::text as report,
      ${moment('r.created_at')} as created_at, ${moment('r.done_at')} as done_at, ${moment('r.paid_at')} as paid_at
    from requests r join users u on u.id = r.promoter_id join districts d on d.id = r.district_id
      join works w on w.id = r.work_id join request_states s on s.code = r.state_code
    where r.id > ${after}::text::bigint order by r.id limit ${limit}`,
};

const reports: ExportSet = {
  columns: [
    ID,
    PROMOTER,
    { key: 'requests', title: 'Заявок', kind: 'number' },
    { key: 'tofirm', title: 'Сумма фирме', kind: 'money' },
    { key: 'percent', title: 'Сумма промоутеру', kind: 'money' },
    CREATED,
    { key: 'closed_at', title: 'Закрыт', kind: 'moment' },
    { key: 'returned_at', title: 'Возвращен', kind: 'moment' },
  ],
  page: (after, limit) => sql`
    select t.id::text as id, u.name as promoter, sums.requests::text as requests,
      sums.tofirm::text as tofirm, sums.percent::text as percent,
      ${moment('t.created_at')} as created_at, ${moment('t.closed_at')} as closed_at,
      ${moment('t.returned_at')} as returned_at
    from reports t join users u on u.id = t.promoter_id
      cross join lateral (select count(*) as requests, coalesce(sum(r.tofirm_kop), 0) as tofirm,
        coalesce(sum(r.percent_kop), 0) as percent from requests r where r.report_id = t.id) sums
    where t.id > ${after}::text::bigint order by t.id limit ${limit}`,
};

const payments: ExportSet = {
  columns: [
    ID,
    PROMOTER,
    { key: 'requests', title: 'Заявок', kind: 'number' },
    { key: 'percent', title: 'Сумма промоутеру', kind: 'money' },
    { key: 'codes', title: 'Заявки' },
    { key: 'reports', title: 'Отчеты' },
    { key: 'created_at', title: 'Выплачено', kind: 'moment' },
    { key: 'created_by', title: 'Кто выплатил' },
    { key: 'taken_back_at', title: 'Возвращено', kind: 'moment' },
    { key: 'taken_back_by', title: 'Кто вернул' },
  ],
  page: (after, limit) => sql`
    select p.id::text as id, u.name as promoter, p.count::text as requests, p.percent_kop::text as percent,
      (select string_agg(r.fullcode, ', ' order by r.code_number) from payment_requests pr
        join requests r on r.id = pr.request_id where pr.payment_id = p.id) as codes,
      (select string_agg(pr.report_id::text, ', ' order by pr.report_id) from payment_reports pr
        where pr.payment_id = p.id) as reports,
      payer.name as created_by, returner.name as taken_back_by,
      ${moment('p.created_at')} as created_at, ${moment('p.taken_back_at')} as taken_back_at
    from payments p join users u on u.id = p.promoter_id join users payer on payer.id = p.created_by
      left join users returner on returner.id = p.taken_back_by
    where p.id > ${after}::text::bigint order by p.id limit ${limit}`,
};

const users: ExportSet = {
  columns: [
    ID,
    { key: 'name', title: 'Имя' },
    { key: 'email', title: 'Email' },
    { key: 'roles', title: 'Роли' },
    { key: 'status', title: 'Статус' },
    CREATED,
  ],
  page: (after, limit) => sql`
    select u.id::text as id, u.name, u.email, u.status, ${moment('u.created_at')} as created_at,
      (select string_agg(r.display_name, ', ' order by r.id) from user_role ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id) as roles
    from users u where u.id > ${after}::text::bigint order by u.id limit ${limit}`,
};

function references(table: 'districts' | 'works'): ExportSet {
  return {
    columns: [
      ID,
      { key: 'kind', title: 'Тип' },
      { key: 'name', title: 'Название' },
      { key: 'parent', title: 'Входит в' },
      ACTIVE,
    ],
    page: (after, limit) => sql`
      select t.id::text as id, t.kind, t.name, p.name as parent, case when t.active then 'да' else 'нет' end as active
      from ${sql.identifier(table)} t left join ${sql.identifier(table)} p on p.id = t.parent_id
      where t.id > ${after}::text::bigint order by t.id limit ${limit}`,
  };
}

/** By the name that `--of` takes. */
export const EXPORT_SETS = {
  contacts,
  requests,
  reports,
  payments,
  users,
  districts: references('districts'),
  works: references('works'),
} satisfies Record<string, ExportSet>;
