import { PageTitle } from '#ui/page-title.tsx';

/** Is being built. */
export function ReportScreen() {
  return <PageTitle>Отчет</PageTitle>;
}
