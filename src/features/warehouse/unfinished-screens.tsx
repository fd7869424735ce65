import { PageTitle } from '#ui/page-title.tsx';
import { texts } from './texts.ts';

export function StockMovesScreen() {
  return <Unfinished title={texts.moves} />;
}

export function InventoriesScreen() {
  return <Unfinished title={texts.inventories} />;
}

function Unfinished({ title }: { title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p>{texts.inDevelopment}</p>
    </>
  );
}
