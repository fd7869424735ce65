import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { PUBLISHED_PASSWORD } from '../../../auth/demo-password.ts';
import { verifyPassword } from '../../../auth/passwords.ts';
import { stillPaid } from '../../../commands/payment-rows.ts';
import { users } from '../../../db/schema.ts';
import { DEMO_ACCOUNTS } from '../../../db/seed/demo.ts';
import { overdueLine, readNightly } from '../../backup-nightly.ts';
import { isLoopback } from '../../environment.ts';
import { oneText, type Seen } from './database.ts';
import { bad, type Finding, good, note } from './finding.ts';

/** What must never be found → where it would be. */
const NEVER: Record<string, SQL> = {
  'Заявки, где доля промоутера не 30 %': sql`requests where (tofirm_kop is null) <> (percent_kop is null)
    or percent_kop <> (tofirm_kop * 30 + 50) / 100`,
  'Оплаченные заявки вне отчета': sql`requests where paid_at is not null and report_id is null`,
  'Заявки в отчете другого промоутера или без отчета': sql`requests q left join reports r on r.id = q.report_id
    where q.report_id is not null and r.promoter_id is distinct from q.promoter_id`,
  'Выплаты, где число заявок или сумма другие': sql`payments p
    cross join lateral (select count(*) as count, coalesce(sum(percent_kop), 0) as percent_kop
      from payment_requests r where r.payment_id = p.id) paid
    where (p.count, p.percent_kop) <> (paid.count, paid.percent_kop)`,
  'Возвращенные выплаты, чьи заявки все еще выплачены': sql`payment_requests
    join payments on payments.id = payment_requests.payment_id
    join requests on requests.id = payment_requests.request_id
    where payments.taken_back_at is not null and ${stillPaid}`,
  'Заявки на контакт другого промоутера или без контакта': sql`requests q left join contacts c on c.id = q.contact_id
    where c.promoter_id is distinct from q.promoter_id`,
  'Телефоны без контакта': sql`contact_phones p
    where not exists (select from contacts c where c.id = p.contact_id)`,
  'Строки без складского документа': sql`stock_rows s
    where not exists (select from stock_docs d where d.id = s.doc_id)`,
};

const ADMINISTRATORS = sql`select count(distinct u.id)::text as value from users u join user_role ur on ur.user_id = u.id
  join role_permission rp on rp.role_id = ur.role_id join permissions p on p.id = rp.permission_id
  where p.name = 'edit_users' and u.status = 'active'`;

/** Tokens go a day after they end, keys after thirty: what is much older was not cleared away. */
const FORGOTTEN = sql`select ((select count(*) from oauth_access_tokens where expires_at < now() - interval '4 days')
  + (select count(*) from idempotency_keys where created_at < now() - interval '33 days'))::text as value`;

/** Who could sign in with everything, and what the rows say. */
export async function checkData(context: Seen): Promise<Finding[]> {
  const { db } = context;
  const wrong: Finding[] = [];
  for (const [what, rows] of Object.entries(NEVER)) {
    const count = await oneText(db, sql`select count(*)::text as value from ${rows}`);
    if (count !== '0')
      wrong.push(bad(`${what}: ${count}. Восстановите из копии или обратитесь к разработчику`));
  }
  const administrators = await oneText(db, ADMINISTRATORS);
  const demo = await checkDemo(context);
  const forgotten = await oneText(db, FORGOTTEN);
  return [
    ...(wrong.length > 0 ? wrong : [good('Суммы и связи данных верны')]),
    administrators === '0'
      ? bad('Нет ни одного действующего администратора: user:create … --role admin')
      : good(`Администраторов: ${administrators}`),
    demo,
    forgotten === '0'
      ? good('Старые токены и ключи убраны')
      : bad(
          `Не убрано старых токенов и ключей: ${forgotten}. Сервер должен работать, или выполните token:purge`,
        ),
  ];
}

/** Of its own engine the server makes a copy each night. */
export async function checkNightly({ env, now: clock }: Pick<Seen, 'env' | 'now'>): Promise<Finding[]> {
  const { databaseUrl, dataDir, zone } = env;
  if (databaseUrl) return [];
  const state = await readNightly({ dataDir, zone, clock });
  if (state.isOverdue) return [bad(overdueLine(state, dataDir))];
  return state.newest ? [good(`Ночная копия базы: ${state.newest}`)] : [];
}

/** Everybody knows that password: it stands in the README. */
async function checkDemo({ db, env }: Seen): Promise<Finding> {
  const demo = DEMO_ACCOUNTS.map(({ email }) => email);
  const accounts = await db
    .select({ email: users.email, hash: users.password_hash })
    .from(users)
    .where(and(eq(users.status, 'active'), inArray(users.email, demo)));
  const open: string[] = [];
  for (const { email, hash } of accounts) {
    if ((await verifyPassword(hash, PUBLISHED_PASSWORD)) === 'right') open.push(email);
  }
  if (open.length === 0) return good('Демо-пароль никому не подходит');
  const line = `Демо-пароль, известный всем, подходит к ${open.join(', ')}`;
  const isDemonstration = isLoopback(env.host) && !env.databaseUrl;
  return isDemonstration
    ? note(`${line}: пока сервер открыт только этой машине, это демонстрация`)
    : bad(`${line}: смените (user:passwd) или заблокируйте (user:block)`);
}
