import { PageTitle } from '#ui/page-title.tsx';

/** Only the word, as the specification has it. */
export function DashboardScreen() {
  return <PageTitle>Dashboard</PageTitle>;
}
