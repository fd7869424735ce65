import { PageTitle } from '#ui/page-title.tsx';

export function DocumentScreen() {
  return <PageTitle>Документ склада</PageTitle>;
}
