/** The screens of a payday, in one file: whoever opens one soon needs the others. */
export { ModerationRequestScreen } from './moderation-request-screen.tsx';
export { PaymentScreen } from './payment/payment-screen.tsx';
export { PaymentsScreen } from './payment/payments-screen.tsx';
export { PayoutsScreen } from './payouts/payouts-screen.tsx';
export { ReportScreen } from './report/report-screen.tsx';
export { ReportsScreen } from './reports-screen.tsx';
