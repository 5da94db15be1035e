import { type MenuContribution, MenuType } from '../menu/menu.ts';
import type { AnyRecord } from './record-types.ts';

type MenuPlace = Omit<MenuContribution, 'enCode' | 'type' | 'title' | 'buttons' | 'columns'> &
  Partial<Pick<MenuContribution, 'title'>> & { readonly buttonHints?: readonly string[] };

/**
 * The menu of a record's page with the buttons of its acts, and the columns of fields that are withheld. It is read when the plugin is built, so it belongs into `menus.ts`.
 * @param place where it stands and what it is called (default: the record's title); the roles that it suggests get all of its buttons and columns, unless `buttonHints` names those that do
 */
export function recordMenu({ menu, title, buttons, fields }: AnyRecord, { buttonHints, ...place }: MenuPlace): MenuContribution {
  const roleHints = buttonHints ?? place.roleHints;
  const hinted = { ...(roleHints && { roleHints }) };
  const columns = fields.filter(({ withheld }) => withheld).map(({ name, label }) => ({ enCode: name, title: label, ...hinted }));
  return {
    title,
    ...place,
    enCode: menu,
    type: MenuType.Page,
    buttons: buttons.map((button) => ({ ...button, ...hinted })),
    ...(columns.length > 0 && { columns }),
  };
}
