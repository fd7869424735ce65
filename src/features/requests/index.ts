export { RequestScreen } from './request-screen.tsx';
