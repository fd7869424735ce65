export { HomeOrderScreen, WorkshopOrderScreen } from './order-form-screen.tsx';
export { OrderTypeScreen } from './order-type-screen.tsx';
export { OrdersScreen } from './orders-screen.tsx';
