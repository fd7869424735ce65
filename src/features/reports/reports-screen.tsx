import { PageTitle } from '#ui/page-title.tsx';

/** Is being built. */
export function ReportsScreen() {
  return <PageTitle>Отчеты</PageTitle>;
}
