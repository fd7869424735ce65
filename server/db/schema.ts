export * from './schema/access.ts';
export * from './schema/promo.ts';
export * from './schema/sums.ts';
export * from './schema/warehouse.ts';
