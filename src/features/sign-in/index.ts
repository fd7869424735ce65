export { SignInSheet } from './sign-in-sheet.tsx';
export { useSignOutLink } from './sign-out.tsx';
