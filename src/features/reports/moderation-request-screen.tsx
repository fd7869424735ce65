import { PageTitle } from '#ui/page-title.tsx';

/** Is being built. */
export function ModerationRequestScreen() {
  return <PageTitle>Заявка</PageTitle>;
}
