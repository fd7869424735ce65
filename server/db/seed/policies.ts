/** Access policies of the demo firm: what everybody may do there anyway, in the words of the editor. */
import {
  type CompareValue,
  type ConditionNode,
  emptyNode,
  type Policy,
  type Rule,
} from '#domain/policy/policy.ts';
import type { Tx } from '../database.ts';
import { madeAt } from '../schema/columns.ts';
import { policies } from '../schema.ts';

/** What one does with one's own things. */
const OWN = [
  ...['saveContact', 'getContact', 'listContacts', 'listAllContacts', 'listContactStates', 'deleteContact'],
  ...['basaDistrictList', 'basaWorkList', 'pointDistrictList', 'pointWorkList'],
  ...['sendOrder', 'listRequests', 'getRequest'],
];

const MODERATION = [
  ...[
    'listPromoters',
    'search',
    'listPayouts',
    'getPayout',
    'listOwedRequests',
    'payPromoter',
    'takeBackPayment',
    'getPayment',
    'findPayments',
    'addPromoter',
    'findTakenEmails',
    'getModerationRequest',
    'readStats',
    'readStatsDays',
    'createReport',
    'listReports',
    'findReports',
  ],
  ...['getReport', 'deleteReport', 'openReport', 'closeReport'],
];

const WAREHOUSE = [
  ...['listReceipts', 'getReceipt', 'saveReceipt', 'listWriteOffs', 'getWriteOff', 'findNomenclature'],
  'listUserNames',
];

const PAYING = ['payRequest', 'unpayRequest'];
const FOR_STAFF: Rule = {
  id: 1,
  name: 'Модераторы и администраторы',
  effect: 'allow',
  condition: allOf(role(['moderator', 'admin'])),
};

/** The draft in the last one, an address that nobody has filled in, keeps that rule from refusing anything. */
export const DEMO_POLICIES: readonly Policy[] = [
  {
    id: 1,
    name: 'Каждый видит свое',
    ruleCombine: 'allowIfOneAllowed',
    target: allOf(action(OWN)),
    rules: [
      { id: 1, name: 'Промоутеры', effect: 'allow', condition: allOf(role(['promoter'])) },
      { ...FOR_STAFF, id: 2 },
    ],
  },
  {
    id: 2,
    name: 'Промоутеры и отчеты',
    ruleCombine: 'allowIfOneAllowed',
    target: allOf(action(MODERATION)),
    rules: [FOR_STAFF],
  },
  {
    id: 3,
    name: 'Оплата только модераторами',
    ruleCombine: 'allowIfAllAllowed',
    target: allOf(action(PAYING)),
    rules: [
      FOR_STAFF,
      { id: 2, name: 'Заявка в отчете промоутера', effect: 'allow', condition: allOf(inPromotersReport()) },
    ],
  },
  {
    id: 4,
    name: 'Пользователи только администраторам',
    ruleCombine: 'allowIfOneAllowed',
    target: anyOf(
      compare('environment.action:list equal', 'listUsers'),
      compare('environment.action:list in', ['searchUsers', 'readRefusals', 'getAccount']),
      compare('environment.action:list in', ['blockUser', 'unblockUser', 'saveUserRoles']),
      compare('environment.action:list equal', 'loginAs'),
      compare('environment.action:list equal', 'tellRequest'),
    ),
    rules: [{ id: 1, name: 'Администраторы', effect: 'allow', condition: allOf(role(['admin'])) }],
  },
  {
    id: 5,
    name: 'Рабочее время промоутеров',
    ruleCombine: 'allowIfNotDenied',
    target: allOf(role(['promoter']), action(['sendOrder'])),
    rules: [
      {
        id: 1,
        name: 'Ночью не из офиса',
        effect: 'deny',
        condition: allOf(
          compare('environment.time:datetime between', ['22:00', '06:00']),
          compare('environment.ip:string notEqual', null),
        ),
      },
    ],
  },
  {
    id: 6,
    name: 'Склад',
    ruleCombine: 'allowIfOneAllowed',
    target: allOf(action(WAREHOUSE)),
    rules: [FOR_STAFF],
  },
];

/** Fills the policies of a firm that has none. */
export async function seedPolicies(tx: Tx, now: Date): Promise<void> {
  const rows = DEMO_POLICIES.map(({ ruleCombine, ...policy }) => ({
    ...policy,
    rule_combine: ruleCombine,
    ...madeAt(now),
  }));
  await tx.insert(policies).values(rows);
}

function role(names: string[]) {
  return compare('user.role:list in', names);
}

function action(names: string[]) {
  return compare('environment.action:list in', names);
}

function inPromotersReport(): ConditionNode {
  const ofPromoter = { ...compare('report.user:hasOne exists', null), relatedModel: [role(['promoter'])] };
  return { ...compare('request.report:hasOne exists', null), relatedModel: [ofPromoter] };
}

/** One comparison, of `source.attribute:type method`. */
function compare(claim: string, compareValue: CompareValue): ConditionNode {
  const [type = '', attribute = '', comparisonType = '', comparisonMethod = ''] = claim.split(/[.: ]/);
  return { ...emptyNode(type), attribute, comparisonType, comparisonMethod, compareValue };
}

function allOf(...children: ConditionNode[]): ConditionNode {
  return { ...emptyNode('allOf'), children };
}

function anyOf(...children: ConditionNode[]): ConditionNode {
  return { ...emptyNode('anyOf'), children };
}
