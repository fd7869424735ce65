import { PageTitle } from '#ui/page-title.tsx';

/** Is being built. */
export function AddPromoterScreen() {
  return <PageTitle>Добавить промоутера</PageTitle>;
}
