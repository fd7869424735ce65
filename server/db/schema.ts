export * from './schema/access.ts';
export * from './schema/oauth.ts';
export * from './schema/people.ts';
export * from './schema/policies.ts';
export * from './schema/promo.ts';
export * from './schema/warehouse.ts';
