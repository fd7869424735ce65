/** All routes of the API, in the order of the contract. */
import { contactRoutes } from './contacts.ts';
import { credentialRoutes } from './credentials.ts';
import { healthRoutes } from './health.ts';
import { integrationRoutes } from './integration.ts';
import { moderationRoutes } from './moderation.ts';
import { orderRoutes } from './orders.ts';
import { paymentRoutes } from './payments.ts';
import { policyRoutes } from './policies.ts';
import { reportRoutes } from './reports.ts';
import { requestRoutes } from './requests.ts';
import type { Route } from './route.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './session.ts';
import { userRoutes } from './users.ts';
import { warehouseRoutes } from './warehouse.ts';

export const routes: Route[] = [
  ...sessionRoutes,
  ...contactRoutes,
  ...orderRoutes,
  ...requestRoutes,
  ...moderationRoutes,
  ...paymentRoutes,
  ...reportRoutes,
  ...userRoutes,
  ...searchRoutes,
  ...warehouseRoutes,
  ...policyRoutes,
  ...credentialRoutes,
  ...integrationRoutes,
  ...healthRoutes,
];
