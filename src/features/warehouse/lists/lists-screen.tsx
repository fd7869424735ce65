import { PageTitle } from '#ui/page-title.tsx';
import { texts } from '../texts.ts';

export function ReceiptsScreen() {
  return <PageTitle>{texts.receipts}</PageTitle>;
}

export function WriteOffsScreen() {
  return <PageTitle>{texts.writeOffs}</PageTitle>;
}
