/** A promoter's screens but the book, in one piece: together they are a fifth smaller, and each file costs the start. */
export { ContactAddScreen } from '#features/contacts/form/contact-add-screen.tsx';
export { ContactEditScreen } from '#features/contacts/form/contact-edit-screen.tsx';
export { ContactImportScreen } from '#features/contacts/import/import-screen.tsx';
export { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx';
export { HomeOrderScreen, WorkshopOrderScreen } from '#features/orders/order-form-screen.tsx';
export { OrderTypeScreen } from '#features/orders/order-type-screen.tsx';
export { OrdersScreen } from '#features/orders/orders-screen.tsx';
export { OutboxScreen } from '#features/outbox/outbox-screen.tsx';
export { PromoHomeScreen } from '#features/promo-home/promo-home-screen.tsx';
export { RequestScreen } from '#features/requests/request-screen.tsx';
