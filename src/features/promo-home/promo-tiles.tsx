import type { Requirement } from '#contract/guard.ts';
import { paths } from '#domain/paths.ts';
import { satisfies } from '#domain/permissions.ts';
import { ClipboardList, Phone, Settings } from '#ui/icons.ts';
import type { Tile } from '#ui/tiles.tsx';
import { texts } from './texts.ts';

type PromoTile = Tile & { needs?: Requirement };

const TILES: readonly PromoTile[] = [
  { label: texts.contacts, to: paths.contacts, icon: <Phone size={28} /> },
  { label: texts.orders, to: paths.orders, icon: <ClipboardList size={28} /> },
  {
    label: texts.management,
    to: paths.moderation,
    icon: <Settings size={28} />,
    needs: 'edit_promoters',
  },
];

/** The choices of this user; what works only with a network says so while there is none. */
export function promoTiles(can: Readonly<Record<string, boolean>>, reachable: boolean): Tile[] {
  const disabledBecause = reachable ? undefined : texts.needsNetwork;
  return TILES.filter(({ needs }) => satisfies(can, needs)).map(tile =>
    tile.to === paths.moderation ? { ...tile, disabledBecause } : tile,
  );
}
