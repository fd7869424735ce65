import { type SQL, sql } from 'drizzle-orm';
import { verifyPassword } from '../../../auth/passwords.ts';
import { PUBLISHED_PASSWORD } from '../../../auth/published-password.ts';
import { textRows } from '../../../db/copy/tables.ts';
import { DEMO_ACCOUNTS } from '../../../db/seed/demo.ts';
import { isLoopback } from '../../environment.ts';
import type { Seen } from './database.ts';
import { bad, type Finding, good, note } from './finding.ts';

/** What must never be found, and what it would mean. The query gives how many there are. */
const NEVER: readonly { what: string; query: SQL }[] = [
  {
    what: 'Заявки, где доля промоутера не 30 %',
    query: sql`select count(*)::text as value from requests where (tofirm_kop is null) <> (percent_kop is null)
      or percent_kop <> (tofirm_kop * 30 + 50) / 100`,
  },
  {
    what: 'Оплаченные заявки вне отчета',
    query: sql`select count(*)::text as value from requests where paid_at is not null and report_id is null`,
  },
  {
    what: 'Заявки в отчете другого промоутера или без отчета',
    query: sql`select count(*)::text as value from requests q left join reports r on r.id = q.report_id
      where q.report_id is not null and r.promoter_id is distinct from q.promoter_id`,
  },
  {
    what: 'Заявки на контакт другого промоутера или без контакта',
    query: sql`select count(*)::text as value from requests q left join contacts c on c.id = q.contact_id
      where c.promoter_id is distinct from q.promoter_id`,
  },
  {
    what: 'Телефоны без контакта',
    query: sql`select count(*)::text as value from contact_phones p
      where not exists (select from contacts c where c.id = p.contact_id)`,
  },
  {
    what: 'Строки без складского документа',
    query: sql`select count(*)::text as value from stock_rows s
      where not exists (select from stock_docs d where d.id = s.doc_id)`,
  },
];

/** Tokens go a day after they end, keys after thirty: what is much older was not cleared away. */
const FORGOTTEN = sql`select ((select count(*) from oauth_access_tokens where expires_at < now() - interval '4 days')
  + (select count(*) from idempotency_keys where created_at < now() - interval '33 days'))::text as value`;

/** Who could sign in with everything, and what the rows say. */
export async function checkData(context: Seen): Promise<Finding[]> {
  const { db } = context;
  const wrong: Finding[] = [];
  for (const { what, query } of NEVER) {
    const [row] = await textRows<'value'>(db, query);
    if (row?.value !== '0')
      wrong.push(bad(`${what}: ${row?.value}. Восстановите из копии или обратитесь к разработчику`));
  }
  return [
    ...(wrong.length > 0 ? wrong : [good('Суммы и связи данных верны')]),
    await checkAdministrators(context),
    await checkDemo(context),
    await checkPurge(context),
  ];
}

async function checkAdministrators({ db }: Seen): Promise<Finding> {
  const [row] = await textRows<'value'>(
    db,
    sql`select count(distinct u.id)::text as value from users u join user_role ur on ur.user_id = u.id
      join role_permission rp on rp.role_id = ur.role_id join permissions p on p.id = rp.permission_id
      where p.name = 'edit_users' and u.status = 'active'`,
  );
  if (row?.value !== '0') return good(`Администраторов: ${row?.value}`);
  return bad('Нет ни одного действующего администратора: user:create … --role admin');
}

/** Everybody knows that password: it stands in the README. */
async function checkDemo({ db, env }: Seen): Promise<Finding> {
  const rows = await textRows<'email' | 'hash'>(
    db,
    sql`select email, password_hash as hash from users where status = 'active' and email in (${sql.join(
      DEMO_ACCOUNTS.map(({ email }) => sql`${email}`),
      sql.raw(', '),
    )})`,
  );
  const open: string[] = [];
  for (const { email, hash } of rows) {
    if (email !== null && hash !== null && (await verifyPassword(hash, PUBLISHED_PASSWORD)) === 'right') {
      open.push(email);
    }
  }
  if (open.length === 0) return good('Демо-пароль никому не подходит');
  const line = `Демо-пароль, известный всем, подходит к ${open.join(', ')}`;
  const isDemonstration = isLoopback(env.host) && !env.databaseUrl;
  return isDemonstration
    ? note(`${line}: пока сервер открыт только этой машине, это демонстрация`)
    : bad(`${line}: смените (user:passwd) или заблокируйте (user:block)`);
}

async function checkPurge({ db }: Seen): Promise<Finding> {
  const [row] = await textRows<'value'>(db, FORGOTTEN);
  if (row?.value === '0') return good('Старые токены и ключи убраны');
  return bad(
    `Не убрано старых токенов и ключей: ${row?.value}. Сервер должен работать, или выполните token:purge`,
  );
}
