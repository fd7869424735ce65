export { useSignOutLink } from './sign-out.tsx';
