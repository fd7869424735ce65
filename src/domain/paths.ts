/** Where the app is served; the router's base, so that no path below repeats it. */
export const BASE = '/application';

/** Every address of the product, once. Those with `:` are patterns: fill them with `pathTo`. */
export const paths = {
  root: '/',
  login: '/login',
  logout: '/logout',
  forbidden: '/403',
  notFound: '/404',
  dashboard: '/dashboard',
  promo: '/promo',
  contacts: '/promo/contacts',
  contactAdd: '/promo/contacts/add',
  contactImport: '/promo/contacts/import',
  contactCard: '/promo/contacts/card/:id',
  contactEdit: '/promo/contacts/edit/:id',
  orders: '/promo/orders',
  orderAdd: '/promo/orders/add',
  orderAddBasa: '/promo/orders/add/basa',
  orderAddPoint: '/promo/orders/add/point',
  request: '/promo/request/:codeNumber',
  outbox: '/promo/outbox',
  moderation: '/promo/moderation',
  moderationAdd: '/promo/moderation/add',
  moderationStats: '/promo/moderation/stats',
  moderationReports: '/promo/moderation/reports',
  moderationReport: '/promo/moderation/report/:id',
  moderationRequest: '/promo/moderation/request/:id',
  moderationPayments: '/promo/moderation/payments',
  moderationPayment: '/promo/moderation/payments/:id',
  users: '/users',
  abac: '/abac',
  oauth: '/oauth',
  receipts: '/warehouse/enter/:page?',
  writeOffs: '/warehouse/loss/:page?',
  stockMoves: '/warehouse/move',
  inventories: '/warehouse/inventory',
  stockDocument: '/warehouse/:modulePrefix/edit/:id',
  gallery: '/gallery',
} as const;

type ParamsOf<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? NameOf<Name> | ParamsOf<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? NameOf<Name>
    : never;

/** An optional parameter may be left out of a typed address, but not of one that the app builds. */
type NameOf<Param extends string> = Param extends `${infer Name}?` ? Name : Param;

/** An address with its parameters filled in: pathTo(paths.contactEdit, { id: 7 }) → /promo/contacts/edit/7. */
export function pathTo<Pattern extends string>(
  pattern: Pattern,
  params: Readonly<Record<ParamsOf<Pattern>, string | number>>,
): string {
  // The type above demands a value for every name in the pattern.
  const values = params as Readonly<Record<string, string | number>>;
  return pattern.replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** The sign-in that leads on to that path. */
export function loginFor(path: string): string {
  return `${paths.login}?redirect=${encodeURIComponent(path)}`;
}
