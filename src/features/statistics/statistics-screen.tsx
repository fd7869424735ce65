import { PageTitle } from '#ui/page-title.tsx';

/** Is being built. */
export function StatisticsScreen() {
  return <PageTitle>Статистика</PageTitle>;
}
