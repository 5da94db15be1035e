import { MenuType } from '@nephra/plugin-sdk/contract';
import { MAX_MENU_DEPTH, MENU_PAGE } from '../../contract/menu/menu-limits.ts';

/** Where an entry stands, as the site shows it. */
export interface PlacedMenu {
  readonly enCode: string;
  readonly type: number;
  /** enCode of the directory above; null at the top. */
  readonly parent: string | null;
}
export type Places = ReadonlyMap<string, PlacedMenu>;

/** An entry and what stands above it, itself first; ends where a ring closes. */
export function chainOf(places: Places, code: string): readonly string[] {
  const chain: string[] = [];
  for (let at = places.get(code); at && !chain.includes(at.enCode); at = at.parent === null ? undefined : places.get(at.parent)) chain.push(at.enCode);
  return chain;
}

/** Everything below an entry, whatever its depth. */
export function below(places: Places, code: string): readonly string[] {
  const found: string[] = [];
  const walk = (above: string): void => {
    for (const { enCode, parent } of places.values()) {
      if (parent !== above || enCode === code || found.includes(enCode)) continue;
      found.push(enCode);
      walk(enCode);
    }
  };
  walk(code);
  return found;
}

export type PlaceFlaw = 'menu-parent' | 'menu-cycle' | 'menu-deep';

/** What keeps an entry from standing in a directory; null is the top. */
export function placeFlaw(places: Places, code: string, parent: string | null): PlaceFlaw | undefined {
  const under = below(places, code);
  if (parent === code || (parent !== null && under.includes(parent))) return 'menu-cycle';
  if (parent !== null && places.get(parent)?.type !== MenuType.Directory) return 'menu-parent';
  const height = Math.max(0, ...under.map((one) => chainOf(places, one).indexOf(code)));
  const above = parent === null ? 0 : chainOf(places, parent).length;
  return above + 1 + height > MAX_MENU_DEPTH ? 'menu-deep' : undefined;
}

/** What must stay shown and on, so that administrators can take everything back: the page of menus and what it stands in. */
export const guardedMenus = (places: Places): readonly string[] => chainOf(places, MENU_PAGE);

/** Entries that somebody with these menus is shown: what is granted and not hidden, with the directories above. */
export function shownTo(places: Places, granted: ReadonlySet<string>, hidden: ReadonlySet<string>): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const { enCode, type } of places.values()) {
    if (type === MenuType.Directory || !granted.has(enCode)) continue;
    const chain = chainOf(places, enCode);
    if (!chain.some((code) => hidden.has(code))) for (const code of chain) shown.add(code);
  }
  return shown;
}
