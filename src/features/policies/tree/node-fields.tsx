import { useEditing } from '../editing.ts';

/** The fields of the selected node. */
export function NodeFields() {
  return <p>{useEditing().selected ? 'Условие' : 'Выберите условие'}</p>;
}
