import { getPayment } from '#contract/payments.ts';
import { getReport } from '#contract/reports.ts';
import { readReportsOf } from '../commands/payment-rows.ts';
import type { Queryable } from '../db/database.ts';
import type { MayCall } from './route.ts';

export async function mayOpenReports(mayCall: MayCall, ids: readonly number[]): Promise<boolean> {
  for (const id of ids) if (!(await mayCall(getReport, { id }))) return false;
  return true;
}

/** A payment shows the requests of its reports, so the caller must be able to open each of these. */
export async function mayOpenPayment(on: Queryable, mayCall: MayCall, id: number): Promise<boolean> {
  if (!(await mayCall(getPayment, { id }))) return false;
  const reports = await readReportsOf(on, id);
  return mayOpenReports(
    mayCall,
    reports.map(report => report.id),
  );
}
