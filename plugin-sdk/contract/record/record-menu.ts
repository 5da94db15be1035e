import { type MenuContribution, MenuType } from '../menu/menu.ts';
import type { AnyRecord } from './record-types.ts';

type MenuPlace = Omit<MenuContribution, 'enCode' | 'type' | 'title' | 'buttons'> & Partial<Pick<MenuContribution, 'title'>>;

/**
 * The menu of a record's page with the buttons of its acts. It is read when the plugin is built, so it belongs into `menus.ts`.
 * @param place where it stands and what it is called (default: the record's title); the roles that it suggests get all of its buttons
 */
export function recordMenu({ name, title, buttons }: AnyRecord, place: MenuPlace): MenuContribution {
  const { roleHints } = place;
  return { title, ...place, enCode: name, type: MenuType.Page, buttons: buttons.map((button) => ({ ...button, ...(roleHints && { roleHints }) })) };
}
